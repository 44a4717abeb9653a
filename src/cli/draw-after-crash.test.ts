import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { isAlive } from "#src/db/embedded/postmaster.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { askSite } from "../../tests/support/ask-site.ts";
import { type BeaconRelay, startBeaconRelay, testBeacon } from "../../tests/support/beacon-relay.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { bundledDatabase, closeAfterEach, killSite, untilHeldUp } from "../../tests/support/killed-sites.ts";
import { type LockedRaffle, letRoundCome, lockRaffle } from "../../tests/support/locked-raffle.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";

/** Where a draw can be held up, by what another transaction holds. */
const STEPS = {
  "while the list is read": "lock table draw_list_parts in access exclusive mode",
  "when the winners are known, and not yet stored": "lock table draw_results in exclusive mode",
  "when the result is stored, and not yet committed": "select from raffles for update",
} as const;

let relay: BeaconRelay;
const { closing, opened, connect } = closeAfterEach();

beforeEach(async () => {
  relay = await startBeaconRelay();
  closing.push(() => relay.close());
});

async function start(env: Readonly<Record<string, string>>, dataDir?: string): Promise<SiteProcess> {
  const site = await startSite({ env: { ...relay.env, ...env }, ...(dataDir && { dataDir }) });
  closing.push(() => site.stop());
  return site;
}

/** Holds a draw up at this step, and waits until it is there. */
async function holdUp(raffle: LockedRaffle, step: keyof typeof STEPS, client: pg.Client, watcher: pg.Client) {
  await client.query("begin");
  await client.query(STEPS[step]);
  await letRoundCome(raffle, watcher);
  await untilHeldUp(watcher);
}

/** Waits for the result, and expects that it is the one that follows from lock and beacon, and was drawn once. */
async function expectDrawnOnce({ origin }: SiteProcess, { id, round }: LockedRaffle, client: pg.Client): Promise<void> {
  const published = async () => (await askSite(origin)("GET", `/raffles/${id}/draw`)).body as Transcript;
  await expect.poll(published).toHaveProperty("results");
  const transcript = await published();
  expect(transcript.beacon).toEqual(testBeacon(round));
  const list = await fetch(`${origin}/api/raffles/${id}/draw/tickets`);
  const input = { transcript, list: [new Uint8Array(await list.arrayBuffer())], chain: relay.chain };
  const verified = await verifyDraw(input, { now: Date.now() / 1000 });
  expect(verified).toMatchObject({ ok: true, value: { transcript: "right" } });
  const { rowCount } = await client.query("select from audit_log where scope_id = $1 and action = 'draw-raffle'", [id]);
  expect(rowCount).toBe(1);
}

describe("a site that is killed with -9", () => {
  test.for(Object.keys(STEPS) as (keyof typeof STEPS)[])("%s leaves nothing, and the next one draws", async (step) => {
    const database = await createTestDatabase();
    closing.push(() => database.close());
    const env = { DATABASE_URL: database.connectionString };
    const [client, watcher] = [await connect(database.connectionString), await connect(database.connectionString)];
    const first = await start(env);
    const raffle = await lockRaffle(askSite(first.origin), watcher);
    await holdUp(raffle, step, client, watcher);
    await killSite(first);
    await client.query("rollback");
    expect((await watcher.query("select from draw_results")).rowCount).toBe(0);
    await expectDrawnOnce(await start(env), raffle, watcher);
  });
});

describe.skipIf(process.platform !== "linux")("a database that is killed with -9", () => {
  test("at each step of a draw leaves nothing, and the same process draws", async () => {
    const site = await start({});
    const bundled = bundledDatabase(site);
    const open = async () => opened(await bundled.open());
    let watcher = await open();
    for (const step of Object.keys(STEPS) as (keyof typeof STEPS)[]) {
      const raffle = await lockRaffle(askSite(site.origin), watcher);
      const client = await open();
      await holdUp(raffle, step, client, watcher);
      await bundled.kill();
      watcher = await open();
      await expectDrawnOnce(site, raffle, watcher);
    }
    expect(isAlive(site.pid)).toBe(true);
    expect(site.log()).not.toContain("a bug");
  });
});

describe("several sites on one database", () => {
  test("that have the beacon at once draw a raffle once; the control, those that asked for it, are all", async () => {
    const database = await createTestDatabase();
    closing.push(() => database.close());
    const client = await connect(database.connectionString);
    const sites = await Promise.all([1, 2, 3].map(() => start({ DATABASE_URL: database.connectionString })));
    const [site] = sites;
    if (!site) throw new Error("There is no site.");
    const raffle = await lockRaffle(askSite(site.origin), client);
    relay.mood = "hangs";
    await letRoundCome(raffle, client);
    // Each site asks one relay at a time: three that wait for an answer are three sites.
    await relay.until(() => relay.hanging === 3);
    relay.mood = "honest";
    relay.release();
    await expectDrawnOnce(site, raffle, client);
    expect(relay.asked).toHaveLength(3);
  });
});
