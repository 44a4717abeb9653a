import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { HOUR_MS, systemClock } from "#src/base/clock.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { stopMail } from "#src/mail/mail-stops.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import type { TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import {
  CLOSING_REMINDER,
  closingReminderRenderer,
  closingReminders,
  readReminder,
  setReminder,
} from "./closing-reminders.ts";

const { database, ...api } = await openTestApi();
const { db } = database;
const keys = mailKeys(api.site.secret);

let raffle: TestRaffle;

beforeEach(async () => {
  for (const table of ["closingReminders", "mails", "mailStops", "guessTallies"] as const)
    await db.deleteFrom(table).execute();
  raffle = await api.createRaffle();
  await closesIn(48);
});

async function closesIn(hours: number) {
  const dueDate = new Date(systemClock().getTime() + hours * HOUR_MS);
  await db.updateTable("raffles").set({ dueDate }).where("id", "=", raffle.id).execute();
}

/** Somebody who is in, and has asked for a reminder. */
async function asked(email = "ana@example.com", phone = "0917 600 0001") {
  const code = await api.enter(raffle, { email, phone });
  const { id } = await db.selectFrom("entries").select("id").where("entryCode", "=", code).executeTakeFirstOrThrow();
  const scope = await entrantToWriteTo(db, { raffleId: raffle.id, entryId: id });
  if (!scope) throw new Error("There is no entry.");
  await setReminder(db, scope, true, systemClock());
  return { code, scope, phone };
}

/** What one process takes, in batches of two. */
async function remind(perBatch = 2) {
  const source = closingReminders(systemClock, perBatch);
  let all = 0;
  for (let taken = -1; taken !== 0; all += taken) taken = await inTransaction(db, (tx) => source(tx));
  return all;
}

function reminders() {
  return db.selectFrom("mails").select(MAIL_COLUMNS).where("kind", "=", CLOSING_REMINDER).$castTo<Mail>().execute();
}

async function rendered() {
  const { secret, config } = api.site;
  const render = closingReminderRenderer(config, { keys, secret, clock: systemClock });
  const [mail] = await reminders();
  return mail ? render(db, { ...mail, attempts: 1 }) : undefined;
}

test("a reminder goes out a day before the raffle closes, to those who asked and still want it", async () => {
  await api.enter(raffle, { email: "never@example.com", phone: "0917 600 0009" });
  const { scope } = await asked();
  const other = await asked("ben@example.com", "0917 600 0002");
  expect(await readReminder(db, scope, systemClock())).toEqual({ on: true });
  await setReminder(db, other.scope, false, systemClock());
  expect(await readReminder(db, other.scope, systemClock())).toEqual({ on: false });
  await closesIn(24.1);
  expect(await remind()).toBe(0);
  await closesIn(23.9);
  expect(await remind()).toBe(1);
  expect(await remind()).toBe(0);
  expect((await reminders()).map(({ entryId }) => entryId)).toEqual([scope.entryId]);
});

test("it says until when, what is open, and how to stop such mail, and contains no link that somebody typed", async () => {
  const { code } = await asked();
  await db
    .updateTable("rules")
    .set({ details: "Look at https://evil.example.com" })
    .where("raffleId", "=", raffle.id)
    .execute();
  await closesIn(20);
  await remind();
  const mail = await rendered();
  expect(mail?.to).toEqual({ name: "", address: "ana@example.com" });
  expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\/.+\?all/);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toMatch(new RegExp(`/raffle-entry/${raffle.codeId}/${code}\\?own=`));
    expect(part).toContain("Look at");
    expect(part).not.toMatch(/https:\/\/evil|\{\{|closing\./);
  }
  const everyRule = sql<string[]>`array(select id from rules where raffle_id = ${raffle.id})`;
  await db.updateTable("entries").set({ doneRules: everyRule }).where("entryCode", "=", code).execute();
  expect((await rendered())?.text).not.toContain("Look at");
});

test.each([
  ["all-rules", "equal", /To be in the draw, do all of these\. .*1\.: Follow our page \(required\)/s],
  ["none", "equal", /The draw requires none of these\. .*1\.: Follow our page \(optional\)/s],
  ["none", "drops", /Each drop is one chance in the draw.*2\.: Share the post \(earns 3 drops\)/s],
])("it says what the open rules do in the draw, and names drops only where they count (%s, %s)", async (...one) => {
  const [drawRequires, drawWeight, words] = one;
  raffle = await api.createRaffle({ drawRequires, drawWeight });
  await closesIn(48);
  const { code } = await asked();
  await db.updateTable("entries").set({ language: "en" }).where("entryCode", "=", code).execute();
  await closesIn(20);
  await remind();
  const text = (await rendered())?.text ?? "";
  expect(text).toMatch(words);
  expect(/drop/i.test(text)).toBe(drawWeight === "drops");
});

test("none can be asked for where the raffle closes within a day, and none comes after it", async () => {
  const { scope } = await asked();
  await closesIn(23);
  expect(await readReminder(db, scope, systemClock())).toBeNull();
  await remind();
  await setReminder(db, scope, true, systemClock());
  expect(await remind()).toBe(0);
  await closesIn(-1);
  expect(await rendered()).toBeNull();
  await closesIn(48);
  await setReminder(db, scope, true, systemClock());
  await db.deleteFrom("mails").execute();
  await closesIn(-1);
  expect([await remind(), await reminders()]).toEqual([1, []]);
});

test("it goes with the entry, and to no address that has stopped such mail", async () => {
  const { code, phone } = await asked();
  await api.send("DELETE", `/entries/${code}`, undefined, { "x-entrant-contact": phone });
  expect(await db.selectFrom("closingReminders").selectAll().execute()).toEqual([]);
  await asked();
  await closesIn(20);
  await remind();
  expect((await rendered())?.to.address).toBe("ana@example.com");
  const token = (await rendered())?.unsubscribeUrl?.match(/unsubscribe\/([^?]+)/)?.[1] ?? "";
  expect(await stopMail({ db, keys }, token)).toBe(true);
  expect(await rendered()).toBeNull();
});

test("each is reminded once, however many processes remind them", async () => {
  const people = 20;
  for (let n = 0; n < people; n += 1) await asked(`p${n}@example.com`, `0917 601 00${10 + n}`);
  await closesIn(20);
  const taken = await Promise.all(Array.from({ length: 4 }, () => remind()));
  expect(taken.reduce((sum, one) => sum + one)).toBe(people);
  const ids = (await reminders()).map(({ entryId }) => entryId);
  expect([ids.length, new Set(ids).size]).toEqual([people, people]);
});

test("the test of the race would notice: read first and deleted later, some are reminded twice", async () => {
  for (let n = 0; n < 4; n += 1) await asked(`p${n}@example.com`, `0917 601 00${10 + n}`);
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const careless = async () => {
    const due = await db.selectFrom("closingReminders").selectAll().execute();
    arrived += 1;
    if (arrived === 2) both.resolve();
    await both.promise;
    await db.deleteFrom("closingReminders").execute();
    return due.length;
  };
  const [one, other] = await Promise.all([careless(), careless()]);
  expect(one + other).toBe(8);
});
