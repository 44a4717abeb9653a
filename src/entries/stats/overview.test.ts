import { afterAll, beforeAll, expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { createTestApi, entryBody, type TestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { indexNextEntries } from "../lists/search-index.ts";
import { readOverview } from "./overview.ts";

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database.db);
});

afterAll(() => database.close());

async function enter(raffle: TestRaffle, changes: Record<string, unknown>, madeAt?: string): Promise<string> {
  const answer = await api.send("POST", `/raffles/${raffle.codeId}/entries`, entryBody(changes));
  const { entryCode } = (await answer.json()) as { entryCode: string };
  if (madeAt)
    await database.db.updateTable("entries").set({ createdAt: madeAt }).where("entryCode", "=", entryCode).execute();
  return entryCode;
}

async function overview(raffle: TestRaffle) {
  while ((await indexNextEntries(database.db)).changes > 0);
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const scope = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!scope.ok) throw new Error(scope.refusal.reason);
  const read = () => readOverview(database.db, scope.value, "Asia/Manila");
  return { found: await read(), read };
}

test("a raffle without entries has nothing but zeros", async () => {
  const raffle = await api.createRaffle({ sources: "Online, Shop counter" });
  const [first, second] = raffle.rules;
  expect((await overview(raffle)).found).toEqual({
    total: 0,
    valid: 0,
    drops: 0,
    ...{ inPlay: 0, rulesMissing: 0, disqualified: 0, wonBefore: 0 },
    byDrops: [],
    bySource: [
      { source: "Online", entries: 0 },
      { source: "Shop counter", entries: 0 },
    ],
    byRule: [
      { ruleId: first?.id, number: 1, details: "Follow our page", done: 0 },
      { ruleId: second?.id, number: 2, details: "Share the post", done: 0 },
    ],
    byPrize: raffle.prizes.map(({ id, name }) => ({ prizeId: id, name, wished: 0 })),
    overTime: { step: "minute", every: 1, points: [] },
  });
});

test("entries are counted by source, rule, prize and day, and changes with them", async () => {
  const raffle = await api.createRaffle({ sources: "Online, Shop counter" });
  const [first, second] = raffle.rules.map((rule) => rule.id);
  const [queso, ham] = raffle.prizes.map((prize) => prize.id);
  const wish = (...prizes: (string | undefined)[]) => prizes.map((prizeId) => ({ prizeId }));
  await enter(raffle, { rules: [first, second], wishes: wish(ham, queso) }, "2026-05-01T15:59:00Z");
  await enter(raffle, { rules: [second], wishes: wish(ham) }, "2026-05-01T16:00:00Z");
  const moved = await enter(raffle, { rules: [] }, "2026-05-03T23:00:00Z");
  const gone = await enter(raffle, { rules: [first], wishes: wish(ham) }, "2026-05-07T23:00:00Z");
  const ofCode = (code: string) => database.db.updateTable("entries").where("entryCode", "=", code);
  await ofCode(moved).set({ source: "Radio" }).execute();
  await overview(raffle);
  await database.db.deleteFrom("entries").where("entryCode", "=", gone).execute();
  // The raffle is closed, so that the plot ends with the last entry.
  await database.db
    .updateTable("raffles")
    .set({ dueDate: "2026-05-04T00:00:00Z", drawDate: "2026-05-05T00:00:00Z" })
    .where("id", "=", raffle.id)
    .execute();
  const { found } = await overview(raffle);
  expect(found).toMatchObject({
    total: 3,
    valid: 1,
    drops: 7,
    byDrops: [
      { least: 0, most: 0, entries: 1 },
      { least: 3, most: 3, entries: 1 },
      { least: 4, most: 4, entries: 1 },
    ],
    bySource: [
      { source: "Online", entries: 2 },
      { source: "Shop counter", entries: 0 },
      { source: "Radio", entries: 1 },
    ],
    byRule: [{ done: 1 }, { done: 2 }],
    byPrize: [
      { name: "Queso de bola", wished: 1 },
      { name: "Ham", wished: 2 },
    ],
  });
  expect(found?.overTime).toMatchObject({ step: "hour", every: 1 });
  const points = found?.overTime.points ?? [];
  expect([points[0]?.from, points.at(-1)?.from]).toEqual(["2026-05-01T15:00:00.000Z", "2026-05-03T23:00:00.000Z"]);
  expect(points.filter((point) => point.entries > 0).map((point) => point.entries)).toEqual([1, 1, 1]);
  expect(points).toHaveLength(57);
});

test("while a raffle is open its plot leads up to now, in days of the site's time zone", async () => {
  const raffle = await api.createRaffle();
  const longAgo = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await enter(raffle, {}, longAgo);
  await enter(raffle, {});
  const { step, every, points = [] } = (await overview(raffle)).found?.overTime ?? {};
  expect({ step, every }).toEqual({ step: "day", every: 1 });
  expect(points.length).toBeGreaterThanOrEqual(40);
  expect(points.every(({ from }) => from.endsWith("T16:00:00.000Z"))).toBe(true);
  expect([points[0]?.entries, points.at(-1)?.entries]).toEqual([1, 1]);
  expect(points.reduce((sum, point) => sum + point.entries, 0)).toBe(2);
});

test("what a removed rule or prize counted is left out, and a raffle that is gone has no overview", async () => {
  const raffle = await api.createRaffle();
  await enter(raffle, { rules: raffle.rules.map((rule) => rule.id) });
  const { found, read } = await overview(raffle);
  expect(found).toMatchObject({ total: 1, valid: 1, drops: 4 });
  await database.db.deleteFrom("rules").where("raffleId", "=", raffle.id).where("number", "=", 2).execute();
  expect(await read()).toMatchObject({
    drops: 1,
    byDrops: [{ least: 1, most: 1, entries: 1 }],
    byRule: [{ number: 1, done: 1 }],
  });
  await database.db.deleteFrom("entries").where("raffleId", "=", raffle.id).execute();
  await database.db.deleteFrom("rules").where("raffleId", "=", raffle.id).execute();
  await database.db.deleteFrom("prizes").where("raffleId", "=", raffle.id).execute();
  await database.db.deleteFrom("raffles").where("id", "=", raffle.id).execute();
  expect(await read()).toBeNull();
});
