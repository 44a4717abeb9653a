import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { mailAboutClaim, mailNewHolders, PRIZE_REPLACED } from "#src/draws/mails/write.ts";
import { MAX_IN_MAILING } from "#src/entries/typed/limits.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { type DrawnRaffle, drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { countWinners } from "../desk.ts";
import { claimReminders } from "./reminders.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = api.database;
const { draw, outbox } = drawnClaimsOf(api);

let raffle: DrawnRaffle;

/**
 * Three winners, after almost as many others on paper as are mailed where admins allow all: their entries are erased.
 * Nobody is mailed yet.
 */
beforeEach(async () => {
  raffle = await draw();
  await pool.query("delete from mails");
  await pool.query(
    `insert into claims (raffle_id, id, prize_code, ticket, entry_id, held_since, claim_by)
     select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'BIGAS', n, gen_random_uuid(), now(), now()
     from generate_series(1, $2::int) as n`,
    [raffle.id, MAX_IN_MAILING - 1],
  );
  await pool.query("update site_settings set mail_typed = 'all'");
});

async function mailWinners(network: string | null): Promise<void> {
  await pool.query("update entries set network_hash = $2 where raffle_id = $1", [raffle.id, network]);
  const since = raffle.claims[0]?.heldSince ?? new Date();
  await inTransaction(db, (tx) => mailNewHolders(tx, raffle.id, since));
}

async function remind(daysLater: number): Promise<string[]> {
  await pool.query("delete from mails");
  const remindAll = claimReminders(() => new Date(Date.now() + daysLater * 86_400_000));
  await inTransaction(db, remindAll);
  return outbox();
}

test("of winners whose addresses somebody typed the first are mailed, and the desk says how many are not", async () => {
  const [first, second, third] = raffle.claims;
  await mailWinners(null);
  expect(await outbox()).toEqual([`prize-won ${first?.email}`]);
  const scope = await organiserScope(api.site, raffle);
  expect(await countWinners(db, scope, new Date())).toMatchObject({ leftOut: 2 });
  const replaced = { raffleId: raffle.id, claimId: second?.id ?? "", kind: PRIZE_REPLACED };
  await inTransaction(db, (tx) => mailAboutClaim(tx, replaced));
  expect(await outbox()).toHaveLength(1);
  expect(await remind(31)).toEqual([`claim-reminder ${first?.email}`]);

  // Who came to the claim by another way has shown that the address is theirs.
  await pool.query("update claims set opened_at = now() where id = $1", [third?.id]);
  expect(await remind(58)).toEqual([first, third].map((claim) => `claim-reminder ${claim?.email}`).toSorted());
  expect(await countWinners(db, scope, new Date())).toMatchObject({ leftOut: 1 });
});

test("whoever entered by themselves is mailed, however many do", async () => {
  await mailWinners("\\x0000000000000000");
  expect(await outbox()).toEqual(raffle.winners.map((email) => `prize-won ${email}`).toSorted());
  expect(await countWinners(db, await organiserScope(api.site, raffle), new Date())).toMatchObject({ leftOut: 0 });
});

test("nobody whose address somebody typed is mailed unless an admin allows it, and the desk says so", async () => {
  await pool.query("update site_settings set mail_typed = 'never'");
  const [first] = raffle.claims;
  await mailWinners(null);
  expect(await outbox()).toEqual([]);
  const scope = await organiserScope(api.site, raffle);
  expect(await countWinners(db, scope, new Date())).toMatchObject({ leftOut: 3 });

  // Who opened the entry is mailed like everybody else.
  await pool.query("update entries set self_opened_at = now() where email_key = $1", [first?.email]);
  await pool.query("update claims set is_mailed = true");
  await mailWinners(null);
  expect(await outbox()).toEqual([`prize-won ${first?.email}`]);
});

test("a winner whose mail a day's quota dropped counts as not told", async () => {
  await mailWinners("\\x0000000000000000");
  await pool.query("update mails set state = 'dropped' where entry_id = (select entry_id from claims where id = $1)", [
    raffle.claims[0]?.id,
  ]);
  expect(await countWinners(db, await organiserScope(api.site, raffle), new Date())).toMatchObject({ leftOut: 1 });
});
