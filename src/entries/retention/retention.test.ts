import { beforeEach, describe, expect, it } from "vitest";
import { asOrganiser, type TestRaffle } from "../../../tests/support/api.ts";
import { everythingStored } from "../../../tests/support/everything-stored.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { indexNextEntries } from "../lists/search-index.ts";
import { eraseExpiredEntries, eraseNextBatch } from "./retention.ts";

const api = await openTestApi();
const { pool, db } = api.database;

const LAST_NAME = "Zzyzxwright";
const FILE_NAME = "people-of-zzyzx.csv";

let raffle: TestRaffle;

beforeEach(async () => {
  // First erases what other tests left.
  await eraseExpiredEntries(api.site);
  raffle = await api.createRaffle();
});

async function fill(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await api.enter(raffle, { lastName: LAST_NAME });
}

/** Moves the draw into the past: by these days and one second, so that the days are over. */
async function drawn(daysAgo: number): Promise<void> {
  await pool.query(
    "update raffles set due_date = d.at, draw_date = d.at, updated_at = now() - interval '8 days' from (select now() - $2 * interval '1 day' - interval '1 second' as at) d where id = $1",
    [raffle.id, daysAgo],
  );
}

/** Leaves traces of a person through an organiser's actions alone: a correction, a deletion, imported files. */
async function organise(): Promise<void> {
  const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  const [code, gone] = [await api.enter(raffle, { lastName: LAST_NAME }), await api.enter(raffle)];
  await api.send("PATCH", `/entries/${code}`, { firstName: `${LAST_NAME} junior` }, organiser);
  await api.send("DELETE", `/entries/${gone}`, undefined, organiser);
  await pool.query(
    `insert into entry_imports (raffle_id, id, file_name, file, mapping)
     values ($1, gen_random_uuid(), $2, convert_to('name,${LAST_NAME}', 'UTF8'), '{}')`,
    [raffle.id, FILE_NAME],
  );
  await pool.query(
    `insert into audit_log (scope_id, id, at, actor, action, subject, after)
     values ($1, gen_random_uuid(), now(), 'access code', 'import-entries', $2, '{"entries": 2}')`,
    [raffle.id, FILE_NAME],
  );
}

async function traces(): Promise<string[]> {
  while ((await indexNextEntries(db)).changes > 0);
  const stored = await everythingStored(pool);
  return stored.filter((row) => /zzyzx/i.test(row)).map((row) => row.slice(0, row.indexOf(":")));
}

async function stored() {
  const { rows } = await pool.query(
    `select (select count(*)::int from entries where raffle_id = $1) as entries, entries_erased as erased,
       entries_erased_at is not null as ended, entries_erasing_since is not null as begun
     from raffles where id = $1`,
    [raffle.id],
  );
  return rows[0];
}

async function notified() {
  const { rows } = await pool.query(
    "select actor, subject, before, after from audit_log where scope_id = $1 and action = 'erase-expired' order by id",
    [raffle.id],
  );
  return rows;
}

describe("entries whose time is over", () => {
  it("are erased with every trace of their people, and the raffle stays and says so", async () => {
    await fill(4);
    await organise();
    expect(new Set(await traces())).toEqual(new Set(["entries", "entry_search", "entry_imports", "audit_log"]));
    await drawn(90);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 1, entries: 5 });
    expect(await traces()).toEqual([]);
    expect(await stored()).toEqual({ entries: 0, erased: 5, ended: true, begun: false });
    expect(await notified()).toEqual([{ actor: "site", subject: raffle.codeId, before: null, after: { entries: 5 } }]);
    const remaining = await api.ask("GET", `/raffles/${raffle.codeId}`);
    expect(remaining).toMatchObject({ status: 200, body: { prizes: [{}, {}], rules: [{}, {}], retentionDays: 90 } });
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 0, entries: 0 });
    expect(await notified()).toHaveLength(1);
  });

  it("are those of the raffle's own number of days, and no others", async () => {
    await fill(1);
    const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
    const longer = await api.ask("PATCH", `/raffles/${raffle.codeId}`, { version: 1, retentionDays: 730 }, organiser);
    expect(longer).toMatchObject({ status: 200, body: { retentionDays: 730 } });
    await drawn(729);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 0, entries: 0 });
    expect(await stored()).toEqual({ entries: 1, erased: 0, ended: false, begun: false });
    await drawn(730);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 1, entries: 1 });
  });

  it("wait a week after the organiser's last change, who may have typed last year's date", async () => {
    await fill(1);
    const lastYear = { version: 1, dueDate: "2025-01-01T00:00:00Z", drawDate: "2025-01-02T00:00:00Z" };
    const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
    expect((await api.ask("PATCH", `/raffles/${raffle.codeId}`, lastYear, organiser)).status).toBe(200);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 0, entries: 0 });
    await pool.query("update raffles set updated_at = updated_at - interval '7 days' where id = $1", [raffle.id]);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 1, entries: 1 });
  });

  it("go on the promised day all the same where the raffle was changed shortly before it", async () => {
    await fill(1);
    await drawn(90);
    await pool.query("update raffles set updated_at = now() - interval '1 hour' where id = $1", [raffle.id]);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 1, entries: 1 });
  });

  it("cannot be asked for before a prize stops being claimable, nor be kept for ever", async () => {
    for (const retentionDays of [59, 731, 1.5, "soon"]) {
      await expect(api.createRaffle({ retentionDays })).rejects.toThrow("invalid-fields");
    }
    for (const retentionDays of [60, "730"]) {
      expect(await api.createRaffle({ retentionDays })).toMatchObject({ retentionDays: Number(retentionDays) });
    }
  });

  it("go in batches, and an erasing that was interrupted goes on where it stopped", async () => {
    await fill(5);
    await drawn(90);
    expect(await eraseNextBatch(api.site, 2)).toEqual({ entries: 2, ended: false });
    expect(await stored()).toEqual({ entries: 3, erased: 2, ended: false, begun: true });
    expect(await notified()).toEqual([]);
    expect(await eraseExpiredEntries(api.site, 2)).toEqual({ raffles: 1, entries: 3 });
    expect(await stored()).toEqual({ entries: 0, erased: 5, ended: true, begun: false });
    expect(await notified()).toMatchObject([{ after: { entries: 5 } }]);
  });

  it("are erased once by two processes at the same time", async () => {
    await fill(7);
    const another = raffle;
    raffle = await api.createRaffle();
    await fill(3);
    await drawn(90);
    raffle = another;
    await drawn(90);
    const runs = await Promise.all([eraseExpiredEntries(api.site, 2), eraseExpiredEntries(api.site, 2)]);
    // A run that finds the last raffle locked by the other ends; the next run erases the rest.
    runs.push(await eraseExpiredEntries(api.site, 2));
    expect(runs.reduce((sum, run) => sum + run.entries, 0)).toBe(10);
    expect(runs.reduce((sum, run) => sum + run.raffles, 0)).toBe(2);
    expect(await notified()).toMatchObject([{ after: { entries: 7 } }]);
    expect(await stored()).toEqual({ entries: 0, erased: 7, ended: true, begun: false });
  });
});

it("a raffle that is deleted takes the names of uploaded files out of the log", async () => {
  await pool.query(
    `insert into audit_log (scope_id, id, at, actor, action, subject, after)
     values ($1, gen_random_uuid(), now(), 'access code', 'import-entries', $2, '{"entries": 0}')`,
    [raffle.id, FILE_NAME],
  );
  const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  expect((await api.send("DELETE", `/raffles/${raffle.codeId}`, undefined, organiser)).status).toBe(204);
  expect(await traces()).toEqual([]);
});

describe("a raffle that is opened again", () => {
  const open = () =>
    pool.query(
      "update raffles set due_date = now() + interval '1 day', draw_date = now() + interval '1 day' where id = $1",
      [raffle.id],
    );

  it("keeps its new entries until their own time is over", async () => {
    await fill(2);
    await drawn(90);
    await eraseExpiredEntries(api.site);
    await open();
    await fill(1);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 0, entries: 0 });
    expect((await stored()).entries).toBe(1);
    // As if the first erasure had also been long ago.
    await pool.query("update raffles set entries_erased_at = now() - interval '100 days' where id = $1", [raffle.id]);
    await drawn(90);
    expect(await eraseExpiredEntries(api.site)).toEqual({ raffles: 1, entries: 1 });
    expect(await stored()).toEqual({ entries: 0, erased: 1, ended: true, begun: false });
    expect(await notified()).toMatchObject([{ after: { entries: 2 } }, { after: { entries: 1 } }]);
  });

  it("keeps them also where its old entries were still being erased", async () => {
    await fill(3);
    await drawn(90);
    await eraseNextBatch(api.site, 2);
    await open();
    await fill(1);
    expect(await eraseExpiredEntries(api.site, 2)).toEqual({ raffles: 1, entries: 1 });
    expect(await stored()).toEqual({ entries: 1, erased: 3, ended: true, begun: false });
  });
});
