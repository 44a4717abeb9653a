import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { createImportDesk, type Desk, HEADER, person } from "../../../tests/support/import-desk.ts";
import { addImport } from "./add-import.ts";
import { findImport } from "./read.ts";
import { claimImport } from "./write.ts";

let database: TestDatabase;
let imports: ReturnType<typeof createImportDesk>;

beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportDesk(database);
});

afterAll(() => database.close());

/** A visitor whose entry is inserted and not committed: whoever inserts the same phone waits. */
async function joinSlowly({ raffle }: Desk, phoneKey: string) {
  const visitor = await database.pool.connect();
  await visitor.query("begin");
  await visitor.query(
    `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
       terms_accepted_at, submission_hash)
     values ($1, gen_random_uuid(), 'VISITORX', 'a', 'b', 'c', $2, $2, 'v@x.ph', 'v@x.ph', now(),
       decode(repeat('00', 32), 'hex'))`,
    [raffle.id, phoneKey],
  );
  return {
    async end(how: "commit" | "rollback") {
      await visitor.query(how);
      visitor.release();
    },
  };
}

describe("adding", () => {
  it("happens once, however often it is asked for at the same moment", async () => {
    const desk = await imports.open();
    const lines = Array.from({ length: 900 }, () => person());
    const id = await imports.upload(desk, [HEADER, ...lines]);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => addImport(imports.given, desk.scope, id, true)));
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
    // Sorted by phone it comes last: all the others are inserted before.
    const id = await imports.upload(desk, [HEADER, ...lines, person({ phone: "0999 999 9999" })]);
    const visitor = await joinSlowly(desk, "+639999999999");
    const outcome = await addImport(imports.given, desk.scope, id, true);
    if (!outcome.ok) throw new Error(outcome.refusal.reason);
    // Everybody sees how far it is while its transaction waits for the visitor's.
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
    const visitor = await joinSlowly(desk, "+639999999999");
    const silent = await addImport(imports.given, desk.scope, id, true);
    if (!silent.ok) throw new Error(silent.refusal.reason);
    const hush = "update entry_imports set updated_at = now() - interval '61 seconds' where id = $1";
    await database.pool.query(hush, [id]);
    expect(await findImport(database.db, desk.scope, id)).toMatchObject({ state: "interrupted" });
    const again = await addImport(imports.given, desk.scope, id, true);
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
    // A hundred lines a turn.
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  it("is one job's alone, of many that want it at the same moment", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, person()]);
    const claim = () => inTransaction(database.db, (tx) => claimImport(tx, desk.scope, id, 1));
    const jobs = await Promise.all(Array.from({ length: 8 }, claim));
    expect(jobs.filter((job) => job !== null)).toHaveLength(1);
  });
});
