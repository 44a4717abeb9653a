import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#src/base/clock.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { claimBody, winnerOf } from "../../../tests/support/claiming.ts";
import { type DrawnRaffle, drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { claimPrize } from "../claiming/claim-prize.ts";
import { declinePrize } from "../claiming/decline-prize.ts";
import { claimNews, claimNewsRenderer } from "./claim-news.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { db, pool } = api.database;
const visitor = { address: "192.0.2.7", solution: undefined };

beforeEach(() => pool.query("delete from mails; delete from claim_news"));

/** A drawn raffle of an account. */
async function ownedRaffle(user: { readonly verified?: boolean; readonly banned?: boolean } = {}) {
  const raffle = await draw();
  const id = randomUUID();
  await pool.query("insert into users (id, email, username, email_verified, banned) values ($1, $2, $3, $4, $5)", [
    ...[id, `${id}@example.com`, `u${id.slice(0, 8)}`],
    ...[user.verified ?? true, user.banned ?? false],
  ]);
  await pool.query("insert into raffle_members values ($2, $1, 'owner', now())", [id, raffle.id]);
  return raffle;
}

const claim = async (raffle: DrawnRaffle, n: number, changes = {}) => {
  const id = raffle.claims[n]?.id ?? "";
  const claimed = await claimPrize({ ...api.site, ...visitor }, await winnerOf(db, raffle, id), id, claimBody(changes));
  expect(claimed).toMatchObject({ ok: true });
};
const notify = (at: number) =>
  inTransaction(
    db,
    claimNews(() => new Date(at)),
  );
const mails = async () =>
  (await db
    .selectFrom("mails")
    .select(MAIL_COLUMNS)
    .where("kind", "=", "claim-news")
    .orderBy("createdAt")
    .execute()) as Mail[];

test("an owner is mailed at once, and then once an hour, however much winners do", async () => {
  const raffle = await ownedRaffle();
  const now = Date.now();
  await claim(raffle, 0);
  expect(await notify(now)).toBe(1);
  await claim(raffle, 1);
  // A changed claim is no news.
  await claim(raffle, 0, { day: "Sunday" });
  const third = raffle.claims[2]?.id ?? "";
  expect(await declinePrize(api.site, await winnerOf(db, raffle, third), third, null)).toMatchObject({ ok: true });
  expect([
    await notify(now + 59 * MINUTE_MS),
    await notify(now + 60 * MINUTE_MS),
    await notify(now + 200 * MINUTE_MS),
  ]).toEqual([0, 1, 0]);
  const [first, second] = await mails();
  if (!first || !second) throw new Error("Two mails were expected.");
  const render = claimNewsRenderer(api.site.config, { keys: mailKeys(api.site.secret), clock: api.site.clock });
  // The later one says it all.
  expect(await render(db, first)).toBeNull();
  const mail = await render(db, second);
  expect(mail?.text).toContain("Winners: 3\nHave claimed: 2\nPrizes handed over: 0\nPrizes to decide on: 1");
  expect(mail?.text).toContain(`/winners/${raffle.codeId}/-`);
  expect(mail?.text).not.toContain("example.com");
  await pool.query("delete from raffle_members where raffle_id = $1", [raffle.id]);
  expect(await render(db, second)).toBeNull();
});

test.each([
  ["without an account", async () => draw()],
  ["whose owner's address is not verified", () => ownedRaffle({ verified: false })],
  ["whose owner is banned", () => ownedRaffle({ banned: true })],
  [
    "whose owner wants no mails",
    async () => {
      const raffle = await ownedRaffle();
      await pool.query("insert into claim_settings (raffle_id, tells_owner) values ($1, false)", [raffle.id]);
      return raffle;
    },
  ],
])("of a raffle %s nobody is mailed", async (_, make) => {
  await claim(await make(), 0);
  await notify(Date.now());
  expect(await mails()).toEqual([]);
});

test("several processes tell news once", async () => {
  await claim(await ownedRaffle(), 0);
  const now = Date.now();
  const notified = await Promise.all([notify(now), notify(now), notify(now)]);
  expect([notified.toSorted(), (await mails()).length]).toEqual([[0, 0, 1], 1]);
});
