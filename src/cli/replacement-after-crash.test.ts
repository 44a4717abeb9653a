import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { askSite } from "../../tests/support/ask-site.ts";
import { type BeaconRelay, startBeaconRelay } from "../../tests/support/beacon-relay.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { bundledDatabase, closeAfterEach, killSite, untilHeldUp } from "../../tests/support/killed-sites.ts";
import { type LockedRaffle, letRoundCome, lockRaffle } from "../../tests/support/locked-raffle.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";
import { openVisitor } from "../../tests/support/visitor.ts";

/** Where a replacement can be held up, by what another transaction holds. */
const STEPS = {
  "before the draw is read": "lock table draw_locks in exclusive mode",
  "while the list is read": "lock table draw_list_parts in access exclusive mode",
  "when the next in line is known, and the claim is waited for": "select from claims for update",
  "when the claim is held, and nothing is stored": "lock table draw_replacements in exclusive mode",
  "when it is stored, and not yet mailed": "lock table mails in exclusive mode",
  "when all is stored, and not yet committed": "lock table audit_log in exclusive mode",
} as const;

type Step = keyof typeof STEPS;
const ALL_STEPS = Object.keys(STEPS) as Step[];

let relay: BeaconRelay;
const { closing, opened, connect } = closeAfterEach();

beforeEach(async () => {
  relay = await startBeaconRelay();
  closing.push(() => relay.close());
});

/** Access codes are hashed with the secret, which the next site has too. */
const SECRET = "the secret of sites that are killed with -9";

async function start(env: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
  const site = await startSite({ env: { RATE_LIMITS: "off", SECRET, ...relay.env, ...env } });
  closing.push(() => site.stop());
  return site;
}

async function transcriptOf({ origin }: SiteProcess, { id }: LockedRaffle): Promise<Transcript> {
  return (await askSite(origin)("GET", `/raffles/${id}/draw`)).body as Transcript;
}

async function drawRaffle(site: SiteProcess, client: pg.Client): Promise<LockedRaffle> {
  const raffle = await lockRaffle(askSite(site.origin), client);
  await letRoundCome(raffle, client);
  await expect.poll(() => transcriptOf(site, raffle)).toHaveProperty("results");
  // Two months later: who did not claim is replaced at once.
  const past =
    "update claims set held_since = held_since - $2::interval, claim_by = claim_by - $2::interval where raffle_id = $1";
  await client.query(past, [raffle.id, "61 days"]);
  return raffle;
}

/** Replaces the winner of the cheese, as the organiser's desk does. */
async function replace(site: SiteProcess, raffle: LockedRaffle): Promise<Response> {
  const visitor = openVisitor(site.origin);
  await visitor.visit(`/winners/${raffle.codeId}/${raffle.accessCode}`);
  const { results } = await transcriptOf(site, raffle);
  const ticket = String(results.find(({ prizeCode }) => prizeCode === "QUESO")?.winners[0]);
  const wish = { intent: "replace", ticket, prizeCode: "QUESO", why: "unclaimed", note: "Moved away" };
  return visitor.ask(`/winners/${raffle.codeId}/~`, wish);
}

/** Replaces a winner, holds that up at this step, and waits until it is there. */
async function holdUp(site: SiteProcess, raffle: LockedRaffle, step: Step, client: pg.Client, watcher: pg.Client) {
  await client.query("begin");
  await client.query(STEPS[step]);
  // Nobody answers it: the site is killed.
  void replace(site, raffle).catch(() => undefined);
  await untilHeldUp(watcher);
}

/** All that a replacement writes. */
async function written({ id }: LockedRaffle, client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query(
    `select (select count(*)::int from draw_replacements where raffle_id = $1) as replacements,
       (select count(*)::int from claims where raffle_id = $1 and gone_at is not null) as gone,
       (select count(*)::int from claims where raffle_id = $1 and prize_code = 'QUESO') as "heldOrHolding",
       (select count(*)::int from mails where raffle_id = $1 and kind = 'prize-replaced') as mails,
       (select count(*)::int from audit_log where scope_id = $1 and action = 'replace-winner') as logged`,
    [id],
  );
  return rows[0];
}

const NOTHING = { replacements: 0, gone: 0, heldOrHolding: 1, mails: 0, logged: 0 };
const ONCE = { replacements: 1, gone: 1, heldOrHolding: 2, mails: 1, logged: 1 };

/** Expects that nothing is left of a replacement that was killed, and that the next one is whole. */
async function expectWholeOrNothing(site: SiteProcess, raffle: LockedRaffle, client: pg.Client): Promise<void> {
  expect(await written(raffle, client)).toEqual(NOTHING);
  expect((await replace(site, raffle)).status).toBe(200);
  expect(await written(raffle, client)).toEqual(ONCE);
  expect((await transcriptOf(site, raffle)).replacements).toMatchObject([{ prizeCode: "QUESO", reason: "unclaimed" }]);
}

describe("a site that is killed with -9", () => {
  test("at each step of a replacement leaves nothing of it, and the next one is whole", async () => {
    const database = await createTestDatabase();
    closing.push(() => database.close());
    const env = { DATABASE_URL: database.connectionString };
    const client = await connect(database.connectionString);
    const watcher = await connect(database.connectionString);
    let site = await start(env);
    for (const step of ALL_STEPS) {
      const raffle = await drawRaffle(site, watcher);
      await holdUp(site, raffle, step, client, watcher);
      await killSite(site);
      await client.query("rollback");
      site = await start(env);
      await expectWholeOrNothing(site, raffle, watcher);
    }
  });
});

describe.skipIf(process.platform !== "linux")("a database that is killed with -9", () => {
  test("at each step of a replacement leaves nothing of it, and the next one is whole", async () => {
    const site = await start();
    const bundled = bundledDatabase(site);
    let watcher = opened(await bundled.open());
    for (const step of ALL_STEPS) {
      const raffle = await drawRaffle(site, watcher);
      await holdUp(site, raffle, step, opened(await bundled.open()), watcher);
      await bundled.kill();
      watcher = opened(await bundled.open());
      await expectWholeOrNothing(site, raffle, watcher);
    }
  });
});
