import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { createImportDesk, type Desk, HEADER, person } from "../../../tests/support/import-desk.ts";
import { addImport } from "./add-import.ts";
import { findImport } from "./read.ts";
import { senderKey } from "./senders.ts";
import { claimImport } from "./write.ts";

let database: TestDatabase;
let imports: ReturnType<typeof createImportDesk>;

beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportDesk(database);
});

afterAll(() => database.close());

describe("adding", () => {
  it("happens once, however often it is asked for at the same moment", async () => {
    const desk = await imports.open();
    const lines = Array.from({ length: 900 }, () => person());
    const id = await imports.upload(desk, [HEADER, ...lines]);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => addImport(imports.deps, desk.scope, id, ALL)));
    await Promise.all(outcomes.map((outcome) => outcome.ok && outcome.value.ended));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(await findImport(database.db, desk.scope, id)).toMatchObject({ state: "added", linesTotal: 900 });
    expect(await imports.entriesOf(desk)).toHaveLength(900);
    const log = await imports.logOf(desk);
    expect(log).toHaveLength(1);
    expect(imports.failures).toEqual([]);
  });

  it("undoes everything when somebody of the file joins meanwhile, and says which line", async () => {
    const desk = await imports.open();
    const lines = Array.from({ length: 900 }, () => person());
    // Sorted by phone it is the last: all others are inserted before.
    const id = await imports.upload(desk, [HEADER, ...lines, person({ phone: "0999 999 9999" })]);
    const visitor = await imports.joinSlowly(desk, "+639999999999");
    const outcome = await addImport(imports.deps, desk.scope, id, ALL);
    if (!outcome.ok) throw new Error(outcome.refusal.reason);
    // The progress is visible while the import's transaction waits for the visitor's.
    await expect.poll(() => findImport(database.db, desk.scope, id)).toMatchObject({ state: "adding", linesDone: 800 });
    expect(await imports.entriesOf(desk)).toHaveLength(0);
    await visitor.end("commit");
    await outcome.value.ended;
    expect(await findImport(database.db, desk.scope, id)).toMatchObject({ state: "failed", error: "importConflict" });
    expect(await imports.entriesOf(desk)).toHaveLength(1);
    expect((await imports.check(desk, id))?.checked?.bad).toMatchObject([{ line: 902, faults: [{ field: "phone" }] }]);
  });

  it("counts as interrupted when it falls silent, and can start again; the one taken for dead then adds nothing", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, person(), person({ phone: "0999 999 9999" })]);
    const visitor = await imports.joinSlowly(desk, "+639999999999");
    const silent = await addImport(imports.deps, desk.scope, id, ALL);
    if (!silent.ok) throw new Error(silent.refusal.reason);
    const hush = "update entry_imports set updated_at = now() - interval '61 seconds' where id = $1";
    await database.pool.query(hush, [id]);
    expect(await findImport(database.db, desk.scope, id)).toMatchObject({ state: "interrupted" });
    const again = await addImport(imports.deps, desk.scope, id, ALL);
    if (!again.ok) throw new Error(again.refusal.reason);
    await visitor.end("rollback");
    await Promise.all([silent.value.ended, again.value.ended]);
    expect(await findImport(database.db, desk.scope, id)).toMatchObject({ state: "added", linesTotal: 2 });
    expect(await imports.entriesOf(desk)).toHaveLength(2);
    const log = await imports.logOf(desk);
    expect(log).toHaveLength(1);
    expect(imports.failures).toEqual([]);
  });

  it("leaves others their turns while 5,000 lines are read and checked", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, ...Array.from({ length: 5000 }, () => person())]);
    let turns = 0;
    let reading = true;
    const takeTurn = () => {
      turns += 1;
      if (reading) setImmediate(takeTurn);
    };
    takeTurn();
    const read = await imports.check(desk, id);
    reading = false;
    expect(read?.checked?.ready).toHaveLength(5000);
    // A hundred lines per tick of the event loop.
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  it("is one job's alone, of many that want it at the same moment", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, person()]);
    const jobs = await Promise.all(Array.from({ length: 8 }, () => claim(desk, id)));
    expect(jobs.filter((job) => job === "claimed")).toHaveLength(1);
    await release();
  });

  it("has one place for a network and four for all, so that nobody's lists keep the others waiting", async () => {
    const desks = await Promise.all(Array.from({ length: 6 }, () => imports.open()));
    const files = await Promise.all(
      desks.map(async (desk) => ({ desk, id: await imports.upload(desk, [HEADER, person()]) })),
    );
    const [first] = files;
    if (!first) throw new Error("There is no file.");
    const { address } = first.desk;
    const ofOne = await Promise.all(files.map(({ desk, id }) => claim({ ...desk, address }, id)));
    expect(ofOne.toSorted()).toEqual(["claimed", ...Array(5).fill("importBusyOfNetwork")]);
    const left = files.filter((_, index) => ofOne[index] !== "claimed");
    // Five others claim the three remaining places at once.
    const ofAll = await Promise.all(
      left.map(({ desk, id }, index) => claim({ ...desk, address: `203.0.113.${index}` }, id)),
    );
    expect(ofAll.toSorted()).toEqual(["claimed", "claimed", "claimed", "importBusy", "importBusy"]);
    await release();
  });

  it("gives no place twice to two that ask before either has it", async () => {
    const [desk, other] = [await imports.open(), await imports.open()];
    const [id, second] = [
      await imports.upload(desk, [HEADER, person()]),
      await imports.upload(other, [HEADER, person()]),
    ];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: claimed, resolve: hasClaimed } = Promise.withResolvers<void>();
    const slow = inTransaction(database.db, async (tx) => {
      const job = await claimImport(tx, desk.scope, id, { linesTotal: 1, sender: SENDER });
      hasClaimed();
      await held;
      return job.ok;
    });
    await claimed;
    // As a control: without the lock, a count would find the place free.
    const { rows } = await database.pool.query("select from entry_imports where state = 'adding' and sender = $1", [
      SENDER,
    ]);
    expect(rows).toEqual([]);
    const quick = inTransaction(database.db, (tx) =>
      claimImport(tx, other.scope, second, { linesTotal: 1, sender: SENDER }),
    );
    const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    letGo();
    expect(await slow).toBe(true);
    expect(await quick).toMatchObject({ ok: false, refusal: { reason: "importBusyOfNetwork" } });
    await release();
  });
});

const ALL = { good: 0, termsAgreed: true };

const SENDER = Buffer.alloc(16, 1);

async function claim({ scope, address }: Desk, id: string): Promise<string> {
  const by = { linesTotal: 1, sender: senderKey(imports.deps.secret, address) };
  const outcome = await inTransaction(database.db, (tx) => claimImport(tx, scope, id, by));
  return outcome.ok ? "claimed" : outcome.refusal.reason;
}

/** Releases all claims, since no job adds these files. */
async function release(): Promise<void> {
  await database.pool.query("update entry_imports set state = 'waiting', job = null where state = 'adding'");
}
