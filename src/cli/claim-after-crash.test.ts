import type pg from "pg";
import { describe, expect, test } from "vitest";
import { askSite } from "../../tests/support/ask-site.ts";
import { startBeaconRelay } from "../../tests/support/beacon-relay.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { bundledDatabase, closeAfterEach, killSite, untilHeldUp } from "../../tests/support/killed-sites.ts";
import { type LockedRaffle, letRoundCome, lockRaffle } from "../../tests/support/locked-raffle.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";
import { openVisitor } from "../../tests/support/visitor.ts";

/** Where a claim or a hand-over can be held up, by what another transaction holds. */
const STEPS = {
  "before it holds the prize": "select from claims for update",
  "when all is stored, and not yet committed": "lock table audit_log in exclusive mode",
} as const;

type Step = keyof typeof STEPS;
const ALL_STEPS = Object.keys(STEPS) as Step[];

const SECRET = "the secret of sites that are killed with -9";

const { closing, opened, connect } = closeAfterEach();

type WonPrize = LockedRaffle & { readonly entryCode: string; readonly email: string; readonly claimId: string };

async function winPrize({ origin }: SiteProcess, client: pg.Client): Promise<WonPrize> {
  const raffle = await lockRaffle(askSite(origin), client);
  await letRoundCome(raffle, client);
  const held = `select claims.id as "claimId", entry_code as "entryCode", email from claims
    join entries on entries.raffle_id = claims.raffle_id and entries.id = entry_id
    where claims.raffle_id = $1 and prize_code = 'QUESO'`;
  const won = async () => (await client.query(held, [raffle.id])).rows[0];
  await expect.poll(won).toBeDefined();
  return { ...raffle, ...(await won()) };
}

/** Claims the prize, as its winner does. */
async function claim({ origin }: SiteProcess, { codeId, entryCode, email, claimId }: WonPrize): Promise<number> {
  const winner = openVisitor(origin);
  const page = `/claim/${codeId}/${entryCode}`;
  await winner.ask(page, { contact: email });
  return (await winner.ask(page, { intent: "claim", claim: claimId, way: "pick-up" })).status;
}

/** Hands the prize over, as a shop does. */
async function handOver({ origin }: SiteProcess, { codeId, accessCode }: WonPrize, code: string): Promise<number> {
  const shop = openVisitor(origin);
  await shop.visit(`/draw-desk/${codeId}/${accessCode}`);
  return (await shop.ask(`/voucher/${code}`, { intent: "use", code })).status;
}

async function stored({ claimId, id }: WonPrize, client: pg.Client) {
  const { rows } = await client.query(
    `select voucher_code as code, claimed_at is not null as claimed, answers is not null as answered,
       handed_over_at is not null as "handedOver", winner_name is not null as recorded,
       array(select action from audit_log where scope_id = $2 and action in ('claim-prize', 'use-voucher') order by id) as log
     from claims where id = $1`,
    [claimId, id],
  );
  return rows[0];
}

const NOTHING = { code: null, claimed: false, answered: false, handedOver: false, recorded: false, log: [] };

/** Holds both actions up at a step, has whatever they run on killed, and expects nothing of them, and then all. */
async function expectWholeOrNothing(
  step: Step,
  { site, client, watcher }: { site: SiteProcess; client: pg.Client; watcher: pg.Client },
  kill: () => Promise<{ site: SiteProcess; watcher: pg.Client }>,
): Promise<void> {
  const [claimed, handed] = [await winPrize(site, watcher), await winPrize(site, watcher)];
  expect(await claim(site, handed)).toBe(200);
  const { code } = await stored(handed, watcher);
  await client.query("begin");
  await client.query(STEPS[step]);
  // Nobody answers them.
  void claim(site, claimed).catch(() => undefined);
  void handOver(site, handed, code).catch(() => undefined);
  await untilHeldUp(watcher, 2);
  const after = await kill();
  expect(await stored(claimed, after.watcher)).toEqual(NOTHING);
  const once = { code, claimed: true, answered: true, handedOver: false, recorded: false, log: ["claim-prize"] };
  expect(await stored(handed, after.watcher)).toEqual(once);
  expect(await claim(after.site, claimed)).toBe(200);
  expect(await stored(claimed, after.watcher)).toEqual({ ...once, code: expect.stringMatching(/^[0-9A-Z]{10}$/) });
  expect(await handOver(after.site, handed, code)).toBe(200);
  const whole = { ...once, handedOver: true, recorded: true, log: ["claim-prize", "use-voucher"] };
  expect(await stored(handed, after.watcher)).toEqual(whole);
}

async function start(env: Readonly<Record<string, string>>): Promise<SiteProcess> {
  const site = await startSite({ env: { RATE_LIMITS: "off", SECRET, ...env } });
  closing.push(() => site.stop());
  return site;
}

describe("a claim and a hand-over", () => {
  test("are whole or not there after their site is killed with -9 at each step", async () => {
    const relay = await startBeaconRelay();
    const database = await createTestDatabase();
    closing.push(
      () => relay.close(),
      () => database.close(),
    );
    const env = { DATABASE_URL: database.connectionString, ...relay.env };
    const watcher = await connect(database.connectionString);
    let site = await start(env);
    for (const step of ALL_STEPS) {
      const client = await connect(database.connectionString);
      await expectWholeOrNothing(step, { site, client, watcher }, async () => {
        await killSite(site);
        await client.query("rollback");
        site = await start(env);
        return { site, watcher };
      });
    }
  });

  test.skipIf(process.platform !== "linux")(
    "are whole or not there after the database is killed with -9 at each step",
    async () => {
      const relay = await startBeaconRelay();
      closing.push(() => relay.close());
      const site = await start(relay.env);
      const bundled = bundledDatabase(site);
      for (const step of ALL_STEPS) {
        const [client, watcher] = [opened(await bundled.open()), opened(await bundled.open())];
        await expectWholeOrNothing(step, { site, client, watcher }, async () => {
          await bundled.kill();
          return { site, watcher: opened(await bundled.open()) };
        });
      }
    },
  );
});
