import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { changeAs } from "#src/raffles/list-lock.ts";
import { createTestApi, entryBody, type TestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import type { SignedReceipt } from "../own-receipt.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { faultOfLeaf, type Leaf } from "../protocol/log/leaf.ts";
import { raffleTag } from "./names.ts";
import { readSealLeaves } from "./read.ts";
import { logNext } from "./write-log.ts";

// A receipt is signed at once, the log follows within seconds: meanwhile an entry may change or go.

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

const logBatch = () =>
  logNext(database.db, {
    ...{ secret: api.site.secret, clock: () => new Date(), chain: QUICKNET, origin: "https://raffles.example.com" },
  });

async function logAll(): Promise<void> {
  while ((await logBatch()).rows > 0);
}

async function leaves(): Promise<Leaf[]> {
  const rows = await database.db.selectFrom("logLeaves").select("leaf").orderBy("index").execute();
  const all = rows.map(({ leaf }) => JSON.parse(leaf.toString("utf8")) as Leaf);
  expect(all.map(faultOfLeaf).filter(Boolean)).toEqual([]);
  return all.filter(({ raffle: tag, kind }) => tag === raffleTag(api.site.secret, raffle.id) && kind !== "plan");
}

type Entered = { readonly code: string; readonly email: string };

async function enter(): Promise<Entered> {
  const body = entryBody();
  return { code: await api.enter(raffle, body), email: String(body.email) };
}

async function sealFrom({ code, email }: Entered): Promise<string> {
  const answer = await api.send("GET", `/entries/${code}/receipt`, undefined, { "x-entrant-contact": email });
  return ((await answer.json()) as SignedReceipt).receipt.seal;
}

const changeEmail = ({ code }: Entered, email: string, by: "entrant" | "shop") =>
  inTransaction(database.db, async (tx) => {
    await changeAs(tx, { by });
    await tx.updateTable("entries").set({ email, emailKey: email }).where("entryCode", "=", code).execute();
  });

const remove = ({ code }: Entered, by: "entrant" | "shop") =>
  inTransaction(database.db, async (tx) => {
    await changeAs(tx, { by, reason: "asked" });
    await tx.deleteFrom("entries").where("entryCode", "=", code).execute();
  });

const storedSeals = () =>
  database.db.selectFrom("logSeals").selectAll().where("raffleId", "=", raffle.id).orderBy("leaves").execute();

describe("an entry of which the log knows nothing yet", () => {
  test("is in the log with its seal, and who removed it, though it is gone", async () => {
    const entered = await enter();
    const seal = await sealFrom(entered);
    await remove(entered, "shop");
    await logAll();
    expect(await leaves()).toMatchObject([
      { kind: "entry", seal, by: ["entrant"] },
      { kind: "removal", seal, by: ["shop"], reason: "asked" },
    ]);
    expect(await storedSeals()).toMatchObject([{ isCurrent: false, removedBy: "other" }]);
    expect(await readSealLeaves(database.db, raffle.id, seal)).toHaveLength(2);
  });

  test("is in the log with each seal that it had", async () => {
    const entered = await enter();
    const first = await sealFrom(entered);
    await changeEmail(entered, "second@example.com", "shop");
    const second = await sealFrom({ ...entered, email: "second@example.com" });
    await remove(entered, "entrant");
    await logAll();
    expect(await leaves()).toMatchObject([
      { kind: "entry", seal: first, by: ["entrant"] },
      { kind: "change", from: first, seal: second, by: ["shop"] },
      { kind: "removal", seal: second, by: ["entrant"] },
    ]);
    expect(await storedSeals()).toMatchObject([
      { isCurrent: false, removedBy: null },
      { isCurrent: false, removedBy: "entrant" },
    ]);
  });

  test("has a leaf for the seal that the log missed because it read the entry a moment too late", async () => {
    const entered = await enter();
    const missed = await sealFrom(entered);
    await changeEmail(entered, "third@example.com", "shop");
    // The row of the change is not committed yet where the log reads the entry.
    const rows = await database.pool.query("delete from log_queue where was is not null returning *");
    await logAll();
    for (const row of rows.rows) {
      await database.pool.query(
        "insert into log_queue (raffle_id, entry_ids, was, changed_by) values ($1, $2, $3, $4)",
        [row.raffle_id, row.entry_ids, row.was, row.changed_by],
      );
    }
    await logAll();
    const now = await sealFrom({ ...entered, email: "third@example.com" });
    expect(await leaves()).toMatchObject([
      { kind: "entry", seal: now },
      { kind: "change", from: missed, seal: now, by: ["shop"] },
    ]);
    expect((await storedSeals()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });
});

/** Enters, takes receipts, changes and deletes while the log is written; returns the seals that it does not know. */
async function race(): Promise<string[]> {
  const seals: string[] = [];
  let done = false;
  const writing = (async () => {
    while (!done) await logBatch();
  })();
  const comeAndGo = async (_: unknown, number: number) => {
    const entered = await enter();
    seals.push(await sealFrom(entered));
    const email = `${entered.code.toLowerCase()}@example.com`;
    if (number % 2 === 0) {
      await changeEmail(entered, email, "shop");
      seals.push(await sealFrom({ ...entered, email }));
    }
    await remove(entered, "shop");
  };
  await Promise.all(Array.from({ length: 12 }, comeAndGo));
  done = true;
  await writing;
  // Whom no batch came between.
  await comeAndGo(null, 0);
  await logAll();
  const known = new Set((await storedSeals()).map(({ seal }) => seal.toString("hex")));
  expect((await storedSeals()).filter(({ isCurrent }) => isCurrent)).toEqual([]);
  return seals.filter((seal) => !known.has(seal));
}

test("no receipt is of a seal that the log never had, whatever comes first", async () => {
  expect(await race()).toEqual([]);
});

test("the race above notices what the queue would not say", async () => {
  const [off, on] = ["disable", "enable"].map(
    (what) =>
      `alter table entries ${what} trigger entries_note_before_update, ${what} trigger entries_note_before_delete`,
  );
  await database.pool.query(off ?? "");
  try {
    expect((await race()).length).toBeGreaterThan(0);
  } finally {
    await database.pool.query(on ?? "");
  }
});
