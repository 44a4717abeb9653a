import { type SiteProcess, startSite } from "../tests/support/site.ts";
import { type Arrivals, type Arrived, arrive } from "./arrivals.ts";
import { openDatabaseOf } from "./databases.ts";
import { load } from "./load.ts";
import { makePeople } from "./people.ts";
import { createRaffle } from "./raffle.ts";

/** A new site with an empty raffle, for crowd tests of some minutes, and access to count its stored entries. */
export type CrowdSite = {
  readonly site: SiteProcess;
  /** Returns the entry request of the next new person. */
  readonly next: () => Buffer;
  /** The number of entries in the raffle. */
  countEntries(): Promise<number>;
  stop(): Promise<void>;
};

const CONNECTIONS = 64;
const SECONDS = 5;

/** @param env settings of the site, besides the benchmark's own */
export async function startCrowdSite(env: Readonly<Record<string, string>> = {}): Promise<CrowdSite> {
  const site = await startSite({ env: { TRUST_PROXY: "1", LOG_LEVEL: "error", ...env } });
  const { client, close } = await openDatabaseOf(site);
  const raffle = await createRaffle(site.origin, "crowded");
  return {
    site,
    next: makePeople().next(raffle),
    async countEntries() {
      const sql = "select count(*)::int as entries from entries where raffle_id = $1";
      const { rows } = await client.query<{ entries: number }>(sql, [raffle.id]);
      return rows[0]?.entries ?? 0;
    },
    async stop() {
      await close();
      await site.stop();
    },
  };
}

/** Entries per second that the site accepts from 64 connections in a closed loop. A first run warms it up. */
export async function measureCapacity({ site, next }: CrowdSite): Promise<number> {
  const run = () => load({ port: site.port, connections: CONNECTIONS, seconds: SECONDS, next });
  await run();
  const { perSecond, statuses } = await run();
  if (statuses.size !== 1 || !statuses.has(201)) throw new Error(`Other answers: ${[...statuses].join("; ")}`);
  return perSecond;
}

/** Runs the arrivals. Throws unless the database has gained exactly the number of accepted entries. */
export async function arriveCounted<Name extends string>(
  { site, next, countEntries }: CrowdSite,
  phases: Pick<Arrivals<Name>, "phases" | "connections" | "openBefore">,
): Promise<Record<Name, Arrived>> {
  const before = await countEntries();
  const results = await arrive({ ...phases, port: site.port, next });
  const answers = Object.values<Arrived>(results).flatMap((one) => one.answers);
  const accepted = answers.filter(({ status }) => status === 201).length;
  const stored = (await countEntries()) - before;
  if (stored !== accepted) throw new Error(`${accepted} entries were accepted, ${stored} are stored.`);
  return results;
}
