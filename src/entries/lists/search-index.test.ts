import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { createTestApi, entryBody, type TestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { EVERY_ENTRY } from "./filter.ts";
import { listEntries } from "./organiser-list.ts";
import { indexNextEntries, tidyEntryIndex } from "./search-index.ts";

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database.db);
});

afterAll(() => database.close());

async function enter(raffle: TestRaffle, changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await api.send("POST", `/raffles/${raffle.codeId}/entries`, entryBody(changes));
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { entryCode: string }).entryCode;
}

const EVERYTHING = { withSource: false, filter: EVERY_ENTRY, order: "name", after: null, before: null } as const;

async function list(raffle: TestRaffle, fragment = "", more: { withSource?: boolean; after?: string | null } = {}) {
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const scope = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!scope.ok) throw new Error(scope.refusal.reason);
  return listEntries(database.db, scope.value, { ...EVERYTHING, fragment, ...more });
}

async function indexAll(): Promise<void> {
  while ((await indexNextEntries(database.db)).changes > 0);
  await tidyEntryIndex(database.db);
}

/** All stored counts of a raffle, without those that are zero. */
async function counts(raffle: TestRaffle) {
  const ticks = await database.db
    .selectFrom("entryTickCounts")
    .select(["doneRules", "entries"])
    .where("raffleId", "=", raffle.id)
    .where("entries", "<>", 0)
    .execute();
  const others = await database.db
    .selectFrom("entryCounts")
    .select(["kind", "key", "entries"])
    .where("raffleId", "=", raffle.id)
    .where("entries", "<>", 0)
    .where("kind", "<>", "minute")
    .orderBy("kind")
    .orderBy("key")
    .execute();
  const byTicks = new Map(ticks.map(({ doneRules, entries }) => [doneRules.toSorted().join(), entries]));
  return { byTicks, others: others.map(({ kind, key, entries }) => [kind, key, entries]) };
}

/** The same counts, computed from the entries themselves. */
async function truth(raffle: TestRaffle) {
  const rows = await database.db
    .selectFrom("entries")
    .select(["doneRules", "source", "wishes"])
    .where("raffleId", "=", raffle.id)
    .execute();
  const byTicks = new Map<string, number>();
  const others = new Map<string, [string, string, number]>();
  const add = (kind: string, key: string) =>
    others.set(`${kind} ${key}`, [kind, key, (others.get(`${kind} ${key}`)?.[2] ?? 0) + 1]);
  for (const { doneRules, source, wishes } of rows) {
    const key = doneRules.toSorted().join();
    byTicks.set(key, (byTicks.get(key) ?? 0) + 1);
    add("source", source);
    for (const wish of wishes) {
      if (wish.status === "Selected") add("prize", wish.prizeId);
    }
  }
  return { byTicks, others: [...others.values()].toSorted((a, b) => (a.join() < b.join() ? -1 : 1)) };
}

test("counts follow every change of the entries, however often it is worked off", async () => {
  const raffle = await api.createRaffle();
  const [first, second] = raffle.rules.map((rule) => rule.id);
  const prize = raffle.prizes[0]?.id;
  const codes = await Promise.all([
    enter(raffle, { rules: [first, second], wishes: [{ prizeId: prize }] }),
    enter(raffle, { rules: [second, first] }),
    enter(raffle, { rules: [first], wishes: [{ prizeId: prize, note: "red" }] }),
    enter(raffle),
  ]);
  await indexAll();
  expect(await counts(raffle)).toEqual(await truth(raffle));
  expect((await counts(raffle)).byTicks.get([first, second].toSorted().join())).toBe(2);

  await api.send("PATCH", `/entries/${codes[3]}`, { rules: [second], wishes: [{ prizeId: prize, note: "" }] });
  await api.send("PATCH", `/entries/${codes[2]}`, { wishes: [{ prizeId: prize, status: "Unselected" }] });
  await database.db
    .updateTable("entries")
    .set({ source: "Radio" })
    .where("entryCode", "=", codes[1] ?? "")
    .execute();
  await database.db
    .deleteFrom("entries")
    .where("entryCode", "=", codes[0] ?? "")
    .execute();
  await indexAll();
  expect(await counts(raffle)).toEqual(await truth(raffle));

  // As after a crash in the middle, or a restored backup: the entries are queued and processed again.
  await sql`insert into entry_changes (raffle_id, entry_ids) select raffle_id, array_agg(id) from entries group by 1`.execute(
    database.db,
  );
  await indexAll();
  expect(await counts(raffle)).toEqual(await truth(raffle));
  const searched = await database.db.selectFrom("entrySearch").selectAll().where("raffleId", "=", raffle.id).execute();
  expect(searched).toHaveLength(3);
});

test("one process at a time indexes, and what it leaves is there for the next", async () => {
  const raffle = await api.createRaffle();
  await enter(raffle);
  const connection = await database.pool.connect();
  try {
    await connection.query("begin");
    await connection.query("select pg_advisory_xact_lock(7264201002)");
    expect(await indexNextEntries(database.db)).toMatchObject({ changes: 0 });
    expect(await list(raffle)).toMatchObject({ total: 1 });
    await connection.query("commit");
  } finally {
    connection.release();
  }
  await indexAll();
  expect((await counts(raffle)).others).toContainEqual(["source", "Online", 1]);
});

test("many at once, changing the same entries, leave the right counts", async () => {
  const raffle = await api.createRaffle();
  const [first, second] = raffle.rules.map((rule) => rule.id);
  const codes = await Promise.all(Array.from({ length: 40 }, () => enter(raffle, { rules: [first] })));
  const change = (rules: unknown[]) =>
    Promise.all(codes.map((code) => api.send("PATCH", `/entries/${code}`, { rules })));
  const work = () => Promise.all(Array.from({ length: 4 }, () => indexNextEntries(database.db)));
  await Promise.all([change([second]), work(), change([first, second]), work(), change([]), work()]);
  await indexAll();
  expect(await counts(raffle)).toEqual(await truth(raffle));
});

describe.each([
  { state: "before anything is indexed", prepare: async () => undefined },
  { state: "after it is indexed", prepare: indexAll },
])("the organiser's list $state", ({ prepare }) => {
  test("finds any fragment of what identifies an entry, whatever its case and accents", async () => {
    const raffle = await api.createRaffle();
    const code = await enter(raffle, {
      firstName: "Íñigo",
      lastName: "De la Peña",
      address: "Blk 5, Lot 12, 100% Rizal_Street",
      phone: "0917 555 0199",
      email: "Inigo.P@example.org",
    });
    await enter(raffle, { lastName: "Cruz", entryCode: "XXXXXXXX" });
    await prepare();
    const fragments = [
      "PEÑA",
      "pena",
      "iñi",
      "Inigo de la",
      "peña, ínigo",
      "555 0199",
      "5550199",
      "+639175",
      "igo.p@",
      "100%",
      "l_str",
      "lot 12",
    ];
    for (const fragment of [...fragments, code, code.slice(2, 7).toLowerCase()]) {
      const page = await list(raffle, fragment);
      expect([fragment, page.entries.map((entry) => entry.entryCode)]).toEqual([fragment, [code]]);
      expect(page).toMatchObject({ matches: 1, moreMatches: false, total: 2 });
    }
    for (const fragment of ["100_", "l%str", "%", "\\", "nobody", "online"]) {
      expect([fragment, (await list(raffle, fragment)).matches]).toEqual([fragment, fragment === "%" ? 1 : 0]);
    }
  });

  test("finds sources where it is asked to, and the newest state of a changed entry alone", async () => {
    const raffle = await api.createRaffle({ sources: "Online, Shop counter" });
    const code = await enter(raffle, { lastName: "Zamora" });
    await enter(raffle);
    await indexAll();
    const entry = database.db.updateTable("entries").where("entryCode", "=", code);
    await entry.set({ source: "Shop counter", lastName: "Abad" }).execute();
    await prepare();
    expect((await list(raffle, "counter")).matches).toBe(0);
    const bySource = await list(raffle, "COUNTER", { withSource: true });
    expect(bySource.entries).toMatchObject([{ entryCode: code, lastName: "Abad" }]);
    expect((await list(raffle, "zamora")).matches).toBe(0);
    expect((await list(raffle)).entries.map((each) => each.lastName)).toEqual(["Abad", "Peña"]);
    await database.db.deleteFrom("entries").where("entryCode", "=", code).execute();
    await prepare();
    expect(await list(raffle)).toMatchObject({ total: 1, valid: 0, entries: [{ lastName: "Peña" }] });
    expect((await list(raffle, "abad")).matches).toBe(0);
  });

  test("pages through all of them once, in the order of their last names", async () => {
    const raffle = await api.createRaffle();
    const names = Array.from({ length: 120 }, (_, index) => `${["ñ", "N", "a", "Z", "É"][index % 5]}ame ${index % 7}`);
    for (const [index, lastName] of names.entries()) {
      await enter(raffle, { lastName });
      // Half of the entries are indexed, so that pages mix indexed and pending ones.
      if (index === 60) await indexAll();
    }
    await prepare();
    const seen: string[] = [];
    for (let after: string | null = null, pages = 0; pages < 3; pages++) {
      const page: Awaited<ReturnType<typeof list>> = await list(raffle, "AME", { after });
      expect(page).toMatchObject({ matches: 120, total: 120 });
      seen.push(...page.entries.map((entry) => entry.lastName));
      after = page.next;
      if (pages === 2) expect(after).toBeNull();
    }
    const folded = seen.map((name) =>
      name
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
        .toLowerCase(),
    );
    expect(seen.toSorted()).toEqual(names.toSorted());
    expect(folded).toEqual(folded.toSorted());
  });
});
