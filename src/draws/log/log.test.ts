import { utf8ToBytes } from "@noble/hashes/utils.js";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { REMOVAL_REASONS as OFFERED_REASONS } from "#src/raffles/limits.ts";
import { changeAs } from "#src/raffles/list-lock.ts";
import { openCheckpoint } from "#src/tlog/format/checkpoint.ts";
import { leafHash, MerkleRoot } from "#src/tlog/format/merkle.ts";
import { readVkey } from "#src/tlog/format/note.ts";
import { readProof, verifyProof } from "#src/tlog/format/proof.ts";
import { readHead } from "#src/tlog/read.ts";
import { createTestApi, entryBody, type TestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { sealOf } from "../protocol/list/ticket.ts";
import { faultOfLeaf, type Leaf, REMOVAL_REASONS } from "../protocol/log/leaf.ts";
import { logVkey, raffleTag } from "./names.ts";
import { readSealLeaves } from "./read.ts";
import { logNext } from "./write-log.ts";

let database: TestDatabase;
let api: TestApi;
let raffle: TestRaffle;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  raffle = await api.createRaffle();
});

const ORIGIN = "raffles.example.com/log";
const deps = () => ({
  ...{ secret: api.site.secret, clock: () => new Date(), chain: QUICKNET, origin: "https://raffles.example.com" },
});

async function logAll(): Promise<void> {
  while ((await logNext(database.db, deps())).rows > 0);
}

/** The leaves about this raffle, oldest first, and the seals of its entries. */
async function leaves(): Promise<Leaf[]> {
  const rows = await database.db.selectFrom("logLeaves").select("leaf").orderBy("index").execute();
  const all = rows.map(({ leaf }) => JSON.parse(leaf.toString("utf8")) as Leaf);
  expect(all.map(faultOfLeaf).filter(Boolean)).toEqual([]);
  return all.filter((leaf) => leaf.raffle === raffleTag(api.site.secret, raffle.id));
}

async function enter(changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await api.send("POST", `/raffles/${raffle.codeId}/entries`, entryBody(changes));
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { entryCode: string }).entryCode;
}

const kinds = async () => (await leaves()).map(({ kind }) => kind);
const last = async () => (await leaves()).at(-1);

describe("the log of a raffle", () => {
  test("has its plan and each entry once, by who made it", async () => {
    await Promise.all([enter(), enter()]);
    await logAll();
    expect(await kinds()).toEqual(["plan", "entry", "entry"]);
    expect(await last()).toMatchObject({ by: ["entrant"] });
    // As after a crash in the middle, or a restored backup: the same row is queued again.
    await sql`insert into log_queue (raffle_id, entry_ids) select raffle_id, array_agg(id) from entries group by 1`.execute(
      database.db,
    );
    await logAll();
    expect(await kinds()).toHaveLength(3);
  });

  test("says who changed and removed an entry, and if nobody of the program did", async () => {
    const code = await enter();
    await logAll();
    const ticked = { rules: raffle.rules.map(({ id }) => id) };
    await api.send("PATCH", `/entries/${code}`, ticked);
    await logAll();
    expect(await last()).toMatchObject({ kind: "change", by: ["entrant"] });
    const row = database.db.updateTable("entries").where("entryCode", "=", code);
    await row.set({ emailKey: "somebody@else.example.com" }).execute();
    await logAll();
    const redirected = await last();
    expect(redirected).toMatchObject({ kind: "change", by: ["unknown"] });
    await inTransaction(database.db, async (tx) => {
      await changeAs(tx, { by: "shop", reason: "duplicate" });
      await tx.deleteFrom("entries").where("entryCode", "=", code).execute();
    });
    await logAll();
    expect(await last()).toMatchObject({ kind: "removal", by: ["shop"], reason: "duplicate" });
    expect((redirected as { seal: string }).seal).toBe(((await last()) as { seal: string }).seal);
  });

  test("names both who changed an entry between two leaves", async () => {
    const code = await enter();
    await logAll();
    const change = (by: "entrant" | "shop", doneRules: string[]) =>
      inTransaction(database.db, async (tx) => {
        await changeAs(tx, { by });
        await tx.updateTable("entries").set({ doneRules }).where("entryCode", "=", code).execute();
      });
    await change("entrant", raffle.rules.map(({ id }) => id).slice(0, 1));
    await change("shop", []);
    await change("entrant", raffle.rules.map(({ id }) => id).slice(1));
    await logAll();
    expect(await last()).toMatchObject({ kind: "change", by: ["entrant", "shop"] });
  });

  test("changes nothing for what it says nothing of", async () => {
    const code = await enter();
    await logAll();
    await database.db.updateTable("entries").set({ firstName: "Other" }).where("entryCode", "=", code).execute();
    await logAll();
    expect(await kinds()).toEqual(["plan", "entry"]);
  });

  test("proves what it says of a seal under its key", async () => {
    const code = await enter();
    await logAll();
    await api.send("PATCH", `/entries/${code}`, { rules: [raffle.rules[0]?.id] });
    await logAll();
    const seal = ((await last()) as { seal: string }).seal;
    const proved = await readSealLeaves(database.db, raffle.id, seal);
    const key = readVkey(logVkey(api.site.secret, ORIGIN));
    expect(proved).toHaveLength(2);
    for (const { leaf, proof } of proved) {
      const read = readProof(proof);
      if (!read || !key) throw new Error("No proof.");
      expect(verifyProof(read, utf8ToBytes(leaf), key).ok).toBe(true);
      expect(verifyProof(read, utf8ToBytes(`${leaf} `), key).ok).toBe(false);
    }
    expect(sealOf({ email: "x", entryCode: code, key: "00", raffle: raffle.codeId })).not.toBe(seal);
    expect(await readSealLeaves(database.db, raffle.id, "0".repeat(64))).toEqual([]);
  });
});

test("the reasons for a removal are those that an organiser can choose", () => {
  expect(REMOVAL_REASONS).toEqual(OFFERED_REASONS);
});

test("two writers at once write each leaf once, and the root is that of all leaves", async () => {
  await Promise.all(Array.from({ length: 40 }, () => enter()));
  await Promise.all([logAll(), logAll(), logAll()]);
  await logAll();
  expect((await kinds()).filter((kind) => kind === "entry")).toHaveLength(40);
  const rows = await database.db.selectFrom("logLeaves").select(["index", "leaf"]).orderBy("index").execute();
  expect(rows.map(({ index }) => index)).toEqual(rows.map((_, at) => at));
  const root = new MerkleRoot();
  for (const { leaf } of rows) root.add(leafHash(leaf));
  const key = readVkey(logVkey(api.site.secret, ORIGIN));
  const head = await readHead(database.db);
  const opened = key && head && openCheckpoint(head.checkpoint, key);
  expect(opened).toMatchObject({ ok: true, value: { size: rows.length, root: root.root() } });
});

test("a batch takes some hundred entries, however many are queued: requests wait for it", async () => {
  await Promise.all(Array.from({ length: 6 }, () => enter()));
  const { rows: queued } = await database.pool.query<{ ids: string[] }>("select array_agg(id) as ids from entries");
  const ids = queued[0]?.ids ?? [];
  await logAll();
  const many = Array.from({ length: 700 }, (_, at) => ids[at % ids.length]);
  for (let row = 0; row < 5; row += 1) {
    await database.pool.query("insert into log_queue (raffle_id, entry_ids) values ($1, $2)", [raffle.id, many]);
  }
  const took: number[] = [];
  for (let batch = await logNext(database.db, deps()); batch.rows > 0; batch = await logNext(database.db, deps())) {
    took.push(batch.rows);
  }
  expect(took).toEqual([2, 2, 1]);
});

test("a batch that fails leaves neither leaf nor gap", async () => {
  await enter();
  const before = await readHead(database.db);
  const failing = { ...deps(), clock: () => new Date(Number.NaN) };
  await expect(logNext(database.db, failing)).rejects.toThrow();
  expect(await readHead(database.db)).toEqual(before);
  await logAll();
  expect(await kinds()).toEqual(["plan", "entry"]);
});
