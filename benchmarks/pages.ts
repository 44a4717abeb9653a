import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { asOrganiser, raffleBody } from "../tests/support/api.ts";
import { startSite } from "../tests/support/site.ts";
import { startCeiling } from "./ceiling.ts";
import { openDatabaseOf } from "./databases.ts";
import type { DemoSite } from "./demo-site.ts";
import { getRequest, load } from "./load.ts";
import { type Figure, median, timed } from "./measure.ts";
import { timeOf } from "./processors.ts";

const ROUNDS = 11;
const SECONDS = 1;
const CONNECTIONS = 64;
const EDITS = 20;
const VISITORS = 1000;
const SETTLED_MS = 12_000;
const RATIO_TARGET = 1;
const SHOWN_TARGET_MS = 1000;

/** The headers that a phone's browser sends with a page request. */
export const BROWSER = [
  "accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding: gzip, deflate, br, zstd",
  "accept-language: en-PH,en;q=0.9,fil;q=0.8",
  "user-agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  "",
].join("\r\n");

type Raffle = { readonly codeId: string; readonly accessCode: string };

/** Measures how fast a raffle's cached page is served, and how soon an edit shows on this site and on a second one. */
export async function measurePages(site: DemoSite): Promise<Figure[]> {
  const created = await send(`${site.origin}/api/raffles`, "POST", raffleBody());
  const raffle = (await created.json()) as Raffle;
  return [...(await measureServing(site, raffle)), ...(await measureChanges(site, raffle))];
}

/** The reference is a Hono site that sends the same bytes and headers to every client, without any checks. */
async function measureServing(site: DemoSite, { codeId }: Raffle): Promise<Figure[]> {
  const path = `/raffle/${codeId}`;
  const ceiling = await startCeiling("hono-page", `http://127.0.0.1:${site.port}${path}`);
  try {
    const ways = { ours: site, ceiling };
    const rates = { ours: [] as number[], ceiling: [] as number[] };
    const costs = { ours: [] as number[], ceiling: [] as number[] };
    const request = getRequest(path, BROWSER);
    for (let round = -1; round < ROUNDS; round++) {
      for (const way of ["ours", "ceiling"] as const) {
        const { port, pid } = ways[way];
        const before = await timeOf(pid);
        const result = await load({ port, connections: CONNECTIONS, seconds: SECONDS, next: () => request });
        const pages = result.statuses.get(200) ?? 0;
        if (result.statuses.size !== 1 || pages === 0) throw new Error("Not every answer was a page.");
        // The first run of each warms up and does not count.
        if (round < 0) continue;
        rates[way].push(result.perSecond);
        costs[way].push(((await timeOf(pid)) - before) / pages);
      }
    }
    const ratio = median(rates.ours) / median(rates.ceiling);
    const name = "Hono, the same bytes from memory";
    return [
      {
        name: "pages of a raffle, 64 connections",
        ours: median(rates.ours),
        unit: "pages/s",
        worst: Math.min(...rates.ours),
        beside: { name, value: median(rates.ceiling) },
        target: `ratio at least ${RATIO_TARGET}`,
        met: ratio >= RATIO_TARGET,
      },
      {
        // Processor time, which does not depend on other programs or on the load's speed.
        name: "processor time of the site for one page",
        ours: median(costs.ours),
        unit: "µs",
        worst: Math.max(...costs.ours),
        beside: { name, value: median(costs.ceiling) },
      },
    ];
  } finally {
    await ceiling.stop();
  }
}

async function measureChanges(site: DemoSite, raffle: Raffle): Promise<Figure[]> {
  const { connectionString, client, close } = await openDatabaseOf(site);
  const other = await startSite({ env: { DATABASE_URL: connectionString, LOG_LEVEL: "error" } });
  try {
    const here: number[] = [];
    const there: number[] = [];
    for (let number = 0; number < EDITS; number++) {
      here.push(await timeToShow(site.origin, site.origin, raffle, `Here ${number}`));
      there.push(await timeToShow(site.origin, other.origin, raffle, `There ${number}`));
    }
    const shown = (name: string, times: number[]): Figure => ({
      name,
      ours: median(times),
      unit: "ms",
      worst: Math.max(...times),
      target: `under ${SHOWN_TARGET_MS} ms`,
      met: Math.max(...times) < SHOWN_TARGET_MS,
    });
    const alone = await readsOfACrowd(site.origin, raffle, client, 1);
    const together = await readsOfACrowd(site.origin, raffle, client, VISITORS);
    return [
      shown("from sending an edit to its showing, same site", here),
      shown("from sending an edit to its showing, another site", there),
      {
        name: `reads for ${VISITORS} visitors at once on a cold page`,
        ours: together,
        unit: "reads",
        beside: { name: "for one visitor", value: alone },
        // The site's own work reads now and then too. A page rendered for each visitor would read a thousand times.
        target: "ratio at most 2",
        met: together <= 2 * alone,
      },
    ];
  } finally {
    await other.stop();
    await close();
  }
}

async function timeToShow(origin: string, shownAt: string, raffle: Raffle, name: string): Promise<number> {
  const read = async () => (await fetch(`${shownAt}/raffle/${raffle.codeId}`)).text();
  // Fills the cache with the page before the edit.
  await read();
  const { ms } = await timed(async () => {
    await edit(origin, raffle, name);
    while (!(await read()).includes(name));
  });
  return ms;
}

async function edit(origin: string, { codeId, accessCode }: Raffle, name: string): Promise<void> {
  const path = `${origin}/api/raffles/${codeId}`;
  const { prizes, rules, version } = (await (await fetch(path)).json()) as Record<string, unknown>;
  const answer = await send(
    path,
    "PATCH",
    { ...raffleBody({ name }), prizes, rules, version },
    asOrganiser(codeId, accessCode),
  );
  if (!answer.ok) throw new Error(await answer.text());
}

/**
 * How often a crowd has the raffle's prizes read, which comes right after an edit. PostgreSQL counts these reads. One
 * rendering reads them a few times, so a crowd is compared with one visitor.
 */
async function readsOfACrowd(origin: string, raffle: Raffle, client: pg.Client, visitors: number): Promise<number> {
  await edit(origin, raffle, `Before a crowd of ${visitors}`);
  const before = await settledReads(client);
  await Promise.all(
    Array.from({ length: visitors }, async () => (await fetch(`${origin}/raffle/${raffle.codeId}`)).text()),
  );
  return (await settledReads(client)) - before;
}

/** PostgreSQL's idle connections report their counts after at most ten seconds. */
async function settledReads(client: pg.Client): Promise<number> {
  await delay(SETTLED_MS);
  const { rows } = await client.query<{ reads: number }>(
    "select (seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables where relname = 'prizes'",
  );
  return rows[0]?.reads ?? 0;
}

function send(url: string, method: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
