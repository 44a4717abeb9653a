import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#src/db/connect.ts";
import { createNotifications, type Notifications } from "#src/db/notifications.ts";
import { createTestApi, entryBody, type TestApi, type TestRaffle, THERE } from "../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { NOTIFYING_TABLES, raffleChanges } from "./lifecycle/raffle-changes.ts";
import { createRaffleCache, type RaffleCache } from "./raffle-cache.ts";

let database: TestDatabase;
let notifications: Notifications;
let api: TestApi;
let raffle: TestRaffle;
let queries: number;
let cache: RaffleCache;

beforeAll(async () => {
  database = await createTestDatabase();
  notifications = createNotifications({ connectionString: database.connectionString });
  api = createTestApi(database.db, {}, { notifications });
  cache = createRaffleCache(counted(database.db), notifications, THERE);
});

afterAll(async () => {
  await notifications.close();
  await database.close();
});

beforeEach(async () => {
  raffle = await api.createRaffle();
  await expect.poll(() => notifications.isListeningTo("raffle_changes")).toBe(true);
  await notifications.waitUntilNotified();
  queries = 0;
});

function counted(db: Database): Database {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

/** Changes the raffle as another site would, and waits for the notification. */
async function change(statement: string): Promise<void> {
  await database.pool.query(statement, [raffle.id]);
  await notifications.waitUntilNotified();
}

test("a crowd asks the database once, by whichever name and however it is typed", async () => {
  const names = [raffle.id, raffle.id.toUpperCase()];
  await Promise.all(Array.from({ length: 1000 }, (_, number) => cache.find(names[number % 2] ?? "")));
  expect(queries).toBe(2);
  expect(await cache.find(raffle.codeId.toLowerCase())).toMatchObject({ id: raffle.id, rules: [{}, {}], open: true });
  expect(await cache.find(raffle.codeId)).toMatchObject({ id: raffle.id });
  expect(queries).toBe(4);
});

test("what cannot be a raffle's name costs no question, and what names none is not kept", async () => {
  expect([await cache.find("no raffle"), queries]).toEqual([null, 0]);
  const find = () => cache.find("ZZZZZZZZ");
  expect([await find(), await find(), queries]).toEqual([null, null, 4]);
});

test.each([
  ["its name", "update raffles set name = 'Fiesta' where id = $1", { name: "Fiesta" }],
  ["what it asks for", "update raffles set facebook_link = 'not-asked' where id = $1", { facebookLink: "not-asked" }],
  ["a rule less", "delete from rules where raffle_id = $1 and number = 1", { rules: [{ number: 2 }] }],
  ["a prize", "update prizes set name = 'Lechon' where raffle_id = $1", { prizes: [{ name: "Lechon" }, {}] }],
  ["no prizes", "delete from prizes where raffle_id = $1", { prizes: [] }],
])("a change shows: %s", async (_, statement, seen) => {
  await cache.find(raffle.codeId);
  await change(statement);
  expect(await cache.find(raffle.codeId)).toMatchObject(seen);
});

test("a raffle that is deleted is gone, with one word of it; others stay in memory", async () => {
  const other = await api.createRaffle();
  await notifications.waitUntilNotified();
  await Promise.all([cache.find(raffle.id), cache.find(other.id)]);
  await change("delete from raffles where id = $1");
  queries = 0;
  expect((await cache.find(other.id))?.id).toBe(other.id);
  expect(queries).toBe(0);
  expect(await cache.find(raffle.id)).toBeNull();
});

test("without the triggers nothing would be noticed: it is from memory", async () => {
  await cache.find(raffle.codeId);
  await database.pool.query("alter table raffles disable trigger raffles_tell_update");
  await change("update raffles set name = 'Unnoticed' where id = $1");
  await database.pool.query("alter table raffles enable trigger raffles_tell_update");
  expect((await cache.find(raffle.codeId))?.name).not.toBe("Unnoticed");
});

test("it closes to the moment, and neither before nor after", async () => {
  const isOpen = async () => {
    const { rows } = await database.pool.query("select now() <= due_date as open from raffles where id = $1", [
      raffle.id,
    ]);
    return rows[0].open as boolean;
  };
  await change("update raffles set due_date = now() + interval '400 ms' where id = $1");
  const seen = new Set<boolean>();
  for (let before = true; before; ) {
    before = await isOpen();
    const openNow = (await cache.find(raffle.id))?.open ?? before;
    if (!before) expect(openNow).toBe(false);
    if (await isOpen()) expect(openNow).toBe(true);
    seen.add(openNow);
  }
  expect(seen).toEqual(new Set([true, false]));
});

describe("entries", () => {
  const enter = (changes: Record<string, unknown>) =>
    api.ask("POST", `/raffles/${raffle.id}/entries`, entryBody(changes));

  test("are checked by what the raffle asks for now", async () => {
    await change("update raffles set facebook_link = 'required' where id = $1");
    expect(await enter({ facebook: "" })).toMatchObject({ status: 422 });
    await change("update raffles set facebook_link = 'not-asked' where id = $1");
    expect(await enter({ facebook: "" })).toMatchObject({ status: 201 });
    const [rule] = raffle.rules;
    expect(await enter({ rules: [rule?.id] })).toMatchObject({ status: 201 });
    await change("delete from rules where raffle_id = $1");
    expect(await enter({ rules: [rule?.id] })).toMatchObject({ status: 422 });
  });

  test("of a raffle that was closed are refused for that, and not for what they lack", async () => {
    expect(await enter({ firstName: "" })).toMatchObject({ status: 422 });
    await change("update raffles set due_date = now() - interval '1 second' where id = $1");
    expect(await enter({ firstName: "" })).toMatchObject({ status: 409, body: { code: "submission-closed" } });
  });
});

test("a lost connection keeps nothing wrong: what was changed meanwhile shows", async () => {
  await cache.find(raffle.id);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tambiolo notifications' and datname = current_database()",
  );
  await database.pool.query("update raffles set name = 'Meanwhile' where id = $1", [raffle.id]);
  await expect.poll(async () => (await cache.find(raffle.id))?.name, { interval: 10 }).toBe("Meanwhile");
});

test("every change of each table is told, whichever statement makes it", async () => {
  const reported: string[] = [];
  raffleChanges(notifications).subscribe((names) => reported.push(names?.join(" ") ?? "any"));
  const { rows } = await database.pool.query<{ table: string; events: string[] }>(
    "select event_object_table as table, array_agg(event_manipulation::text order by 1) as events from information_schema.triggers where trigger_name like '%_tell_%' group by 1",
  );
  const watched = new Map(rows.map(({ table, events }) => [table, events]));
  for (const table of NOTIFYING_TABLES) expect(watched.get(table)?.toSorted()).toEqual(["DELETE", "INSERT", "UPDATE"]);
  const word = `${raffle.id} ${raffle.codeId}`;
  for (const [table, number] of [
    ["rules", 7],
    ["prizes", 7],
  ] as const) {
    const columns = table === "rules" ? "number, details" : "order_number, name, prize_code";
    const values = table === "rules" ? `${number}, 'x'` : `${number}, 'x', 'X'`;
    reported.length = 0;
    await change(`insert into ${table} (raffle_id, id, ${columns}) values ($1, gen_random_uuid(), ${values})`);
    expect(reported).toEqual([word]);
  }
});
