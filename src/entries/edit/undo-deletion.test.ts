import { beforeEach, expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { everythingStored } from "../../../tests/support/everything-stored.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { indexNextEntries } from "../lists/search-index.ts";
import { forgetDeletions, listDeletions, undoDeletion } from "./undo-deletion.ts";

const api = await openTestApi();
const { pool, db } = api.database;
const { clock, secret } = api.site;
const inAMinute = () => new Date(Date.now() + 60_000);

const PERSON = { lastName: "Zzyzxwright", phone: "0918 555 7391", email: "perpetua@victim.example" };
const TRACES = ["zzyzx", "quibbleton", "9185557391", "0918 555 7391", "victim.example"];

let raffle: TestRaffle;
let organiser: Record<string, string>;
let entryCode: string;

beforeEach(async () => {
  // Of the test before.
  await forgetDeletions({ db, clock: inAMinute, secret });
  raffle = await api.createRaffle();
  organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  entryCode = await api.enter(raffle, PERSON);
  const path = `/entries/${entryCode}?raffle=${raffle.id}`;
  expect((await api.send("PATCH", path, { address: "77 Quibbleton Lane" }, organiser)).status).toBe(200);
});

/** The tables that know something of the person. */
async function traces(): Promise<string[]> {
  const stored = (await everythingStored(pool)).map((row) => row.toLowerCase());
  const about = stored.filter((row) => row.includes(raffle.id) && TRACES.some((trace) => row.includes(trace)));
  return about.map((row) => row.split(":")[0] ?? "").toSorted();
}

async function deleteIt(): Promise<void> {
  expect((await api.send("DELETE", `/entries/${entryCode}?raffle=${raffle.id}`, undefined, organiser)).status).toBe(
    204,
  );
  while ((await indexNextEntries(db)).changes > 0);
}

const row = async () =>
  (await pool.query("select to_jsonb(e) as row from entries e where raffle_id = $1", [raffle.id])).rows[0]?.row;

async function log(): Promise<unknown[]> {
  const { rows } = await pool.query(
    "select action, subject, after, erased_at is not null as erased from audit_log where scope_id = $1 order by id",
    [raffle.id],
  );
  return rows;
}

/** What can be undone, and how it is. */
async function undoing() {
  const claim = { raffle: raffle.codeId, accessCode: raffle.accessCode, exact: true };
  const scope = await proveOrganiser({ ...api.site, reader: db, address: "192.0.2.8" }, claim);
  if (!scope.ok) throw new Error("The code is wrong.");
  const [held] = await listDeletions(db, scope.value, clock);
  return { held, undo: (at = clock) => undoDeletion({ db, clock: at }, scope.value, held?.entryId ?? "") };
}

it("leaves no trace of a deleted entry after a minute, and a log that says no more than that", async () => {
  expect(await traces()).toEqual(["audit_log", "entries"]);
  await deleteIt();
  await forgetDeletions({ db, clock, secret });
  // Until the site's log is written, some seconds later, its queue holds what a receipt may be about.
  expect(await traces()).toEqual(["audit_log", "deleted_entries", "log_queue"]);
  await db.deleteFrom("logQueue").execute();
  await forgetDeletions({ db, clock: inAMinute, secret });
  expect(await traces()).toEqual([]);
  expect(await log()).toEqual([
    { action: "update-entry", subject: "", after: null, erased: true },
    { action: "delete-entry", subject: "", after: null, erased: false },
  ]);
});

it("puts the entry back as it was, with its wish for a reminder and its lines in the log, once and within a minute", async () => {
  const before = await row();
  await pool.query("insert into closing_reminders (raffle_id, entry_id) values ($1, $2)", [raffle.id, before.id]);
  await deleteIt();
  expect(await row()).toBeUndefined();
  const { held, undo } = await undoing();
  expect(held).toMatchObject({ entryId: before.id, lastName: PERSON.lastName });
  expect(await undo(inAMinute)).toEqual({ ok: false, refusal: { reason: "undo-too-late" } });
  expect(await undo()).toEqual({ ok: true, value: held });
  expect(await undo()).toEqual({ ok: false, refusal: { reason: "undo-too-late" } });
  await forgetDeletions({ db, clock: inAMinute, secret });
  expect(await row()).toEqual(before);
  const { rows } = await pool.query("select entry_id from closing_reminders where raffle_id = $1", [raffle.id]);
  expect(rows).toEqual([{ entry_id: before.id }]);
  expect(await log()).toMatchObject([
    { action: "update-entry", subject: entryCode, after: { address: "77 Quibbleton Lane" }, erased: false },
    { action: "delete-entry", subject: "" },
    { action: "restore-entry", subject: entryCode },
  ]);
});

it("refuses to put it back where its person has entered again since, or the list is locked", async () => {
  await deleteIt();
  const { undo } = await undoing();
  await api.enter(raffle, PERSON);
  expect(await undo()).toMatchObject({ ok: false, refusal: { reason: "phone-taken" } });
  await pool.query("update raffles set locked_at = now() where id = $1", [raffle.id]);
  expect(await undo()).toMatchObject({ ok: false, refusal: { reason: "list-locked" } });
});

it("refuses to put it back where another entry has its code by now", async () => {
  await deleteIt();
  const { undo } = await undoing();
  const body = entryBody({ entryCode, phone: "0918 555 0000", email: "other@example.com" });
  expect((await api.ask("POST", `/raffles/${raffle.id}/entries`, body)).status).toBe(201);
  expect(await undo()).toEqual({ ok: false, refusal: { reason: "entry-code-taken" } });
});

it("puts nobody back into a raffle whose entries were erased since, at the end of their time", async () => {
  await deleteIt();
  const { undo } = await undoing();
  await pool.query("update raffles set entries_erased_at = now() where id = $1", [raffle.id]);
  expect(await undo()).toEqual({ ok: false, refusal: { reason: "undo-too-late" } });
  // An earlier erasing, before the raffle was opened again, was not of this entry.
  await pool.query("update raffles set entries_erased_at = now() - interval '1 hour' where id = $1", [raffle.id]);
  expect(await undo()).toMatchObject({ ok: true });
});
