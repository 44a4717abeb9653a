import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "#src/base/clock.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { closedMails, RAFFLE_CLOSED, raffleClosedRenderer } from "./raffle-closed.ts";

const api = await openTestApi();
const { db, pool } = api.database;
const now = Date.now();

beforeEach(() => pool.query("delete from mails; delete from closed_mails; delete from raffle_members"));

/** A raffle that closed an hour ago, of an account. */
async function closedRaffle({ verified = true, closedAt = now - HOUR_MS, drawRequires = "none" } = {}) {
  const raffle = await api.createRaffle({ drawRequires });
  await api.enter(raffle);
  const due = new Date(closedAt);
  await pool.query("update raffles set due_date = $2, draw_date = $2, name = 'Rice raffle' where code_id = $1", [
    raffle.codeId,
    due,
  ]);
  const id = randomUUID();
  await pool.query("insert into users (id, email, username, email_verified) values ($1, $2, $3, $4)", [
    ...[id, `${id}@example.com`, `u${id.slice(0, 8)}`, verified],
  ]);
  await pool.query(
    "insert into raffle_members (user_id, raffle_id, role, joined_at) select $1, id, 'owner', now() from raffles where code_id = $2",
    [id, raffle.codeId],
  );
  return { ...raffle, email: `${id}@example.com` };
}

const write = (at = now) =>
  inTransaction(
    db,
    closedMails(() => new Date(at)),
  );
const mails = async () =>
  (await db.selectFrom("mails").select(MAIL_COLUMNS).where("kind", "=", RAFFLE_CLOSED).execute()) as Mail[];
const render = raffleClosedRenderer(api.site.config, { keys: mailKeys(api.site.secret), clock: api.site.clock });

test("it comes in the language of the owner's account, not in that of who entered", async () => {
  await closedRaffle();
  await pool.query("update entries set language = 'fil'; update users set language = 'de'");
  await write();
  expect(await mails()).toMatchObject([{ language: "de" }]);
});

test("a raffle's owner reads when it has closed, how many entered, and until when to check", async () => {
  const raffle = await closedRaffle();
  expect([await write(), await write()]).toEqual([1, 0]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  if (!mail) throw new Error("A mail was expected.");
  const rendered = await render(db, { ...mail, language: "en" });
  expect(rendered).toMatchObject({ to: { address: raffle.email } });
  expect(rendered?.text).toContain("Nobody can join “Rice raffle” any more. You can check its entries until");
  expect(rendered?.text).toMatch(/Entries: 1\n/);
  expect(rendered?.text).toContain(`/check-entries/${raffle.codeId}/-`);
  await pool.query(
    "update raffles set due_date = now() + interval '1 day', draw_date = now() + interval '2 days' where code_id = $1",
    [raffle.codeId],
  );
  expect(await render(db, mail)).toBeNull();
});

test("without time to check the mail promises none", async () => {
  const raffle = await closedRaffle();
  await pool.query("update raffles set check_minutes = 0, draw_date = due_date where code_id = $1", [raffle.codeId]);
  await write();
  const [mail] = await mails();
  const rendered = mail && (await render(db, { ...mail, language: "en" }));
  expect(rendered?.text).toContain("It leaves no time to check entries: its list locks by itself now");
  expect(rendered?.text).not.toContain("until");
});

test("without entries the mail offers to move the date", async () => {
  const raffle = await closedRaffle();
  await pool.query("delete from entries where raffle_id = (select id from raffles where code_id = $1)", [
    raffle.codeId,
  ]);
  await write();
  const [mail] = await mails();
  const rendered = mail && (await render(db, { ...mail, language: "en" }));
  expect(rendered?.text).toContain("Nobody joined “Rice raffle”, so there is nothing to draw.");
  expect(rendered?.text).toContain(`/edit-raffle/${raffle.codeId}/-`);
});

test("where nobody is in play the mail promises no lock and no draw", async () => {
  await closedRaffle({ drawRequires: "all-rules" });
  await write();
  const [mail] = await mails();
  const rendered = mail && (await render(db, { ...mail, language: "en" }));
  expect(rendered?.text).toContain("There is nobody to draw from");
  expect(rendered?.text).not.toContain("locks by itself");
});

test("a raffle that closes again at a later date is told of again", async () => {
  const raffle = await closedRaffle();
  await write();
  await pool.query(
    "update raffles set due_date = due_date + interval '30 minutes', draw_date = now() where code_id = $1",
    [raffle.codeId],
  );
  expect([await write(), await write(), (await mails()).length]).toEqual([1, 0, 2]);
});

test.each([
  ["whose owner's address is not verified", { verified: false }],
  ["that closed two days ago, while the site was away", { closedAt: now - 48 * HOUR_MS }],
  ["that is open", { closedAt: now + HOUR_MS }],
])("of a raffle %s nobody is mailed", async (_, facts) => {
  await closedRaffle(facts);
  await write();
  expect(await mails()).toEqual([]);
});

test("several processes write one mail, also if both looked before one of them wrote", async () => {
  await closedRaffle();
  const looked = Promise.withResolvers<void>();
  let waiting = 0;
  const both = () =>
    inTransaction(db, async (tx) => {
      // Each transaction takes its place before the first writes.
      await tx.selectFrom("closedMails").select("raffleId").execute();
      waiting += 1;
      if (waiting === 3) looked.resolve();
      await looked.promise;
      return closedMails(() => new Date(now))(tx);
    });
  const written = await Promise.all([both(), both(), both()]);
  expect([written.toSorted(), (await mails()).length]).toEqual([[0, 0, 1], 1]);
});
