import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findRaffle } from "#src/raffles/read.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { createImportDesk, type Desk, HEADER, person } from "../../../tests/support/import-desk.ts";
import { solveForApi } from "../../../tests/support/robot-puzzle.ts";
import { remapImport, takeImportFile } from "./files/import-file.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { previewImport } from "./preview.ts";
import { findImport, listImports } from "./read.ts";
import { senderKey } from "./senders.ts";

let database: TestDatabase;
let imports: ReturnType<typeof createImportDesk>;

beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportDesk(database);
});

afterAll(() => database.close());

async function look({ raffle, scope, address }: Desk, id: string) {
  const [stored, whole] = [await findImport(database.db, scope, id), await findRaffle(database.db, raffle.id)];
  if (!stored || !whole) throw new Error("There is nothing to look at.");
  return previewImport({ ...imports.deps, address }, scope, whole, stored);
}

/** Replaces the stored file, so that only a caller that reads it again sees the new content. */
async function exchange(id: string, lines: readonly string[]): Promise<void> {
  await database.pool.query("update entry_imports set file = $2 where id = $1", [id, Buffer.from(lines.join("\n"))]);
}

function remap({ scope, address }: Desk, id: string, changes: object = {}) {
  return remapImport({ ...imports.deps, address }, scope, id, () => ({ ...GUESSED, ...changes }));
}

const GUESSED = {
  columns: { lastName: 0, firstName: 1, address: 2, phone: 3, email: 4, facebook: 5, instagram: 6, source: 7 },
  header: true,
  source: "Shop",
  rules: {},
  everyRule: false,
};

describe("what the check of a list found", () => {
  it("is kept beside it, and shown without reading the list again", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, person({ first: "\u0000" }), person(), person({ address: "" })]);
    const first = await look(desk, id);
    expect(first).toMatchObject({ entries: 3, good: 1, bad: [{ line: 2 }, { line: 4 }] });
    await exchange(id, [HEADER, person()]);
    expect(await look(desk, id)).toEqual(first);
  });

  it("warns at the line of a phone that can hardly be called, below a title and the header too, and adds it", async () => {
    const desk = await imports.open();
    const phones = ["123", "0917 555 1234", "917 777", "see paper"].map((phone) => person({ phone }));
    const id = await imports.upload(desk, ["Suki Raffle,,,", HEADER, ...phones]);
    expect(await look(desk, id)).toMatchObject({
      ...{ entries: 4, good: 4, bad: [], headerLine: 2, moreDoubtful: 0 },
      doubtful: [
        { line: 3, phone: "123" },
        { line: 5, phone: "917 777" },
      ],
    });
    await imports.add(desk, id, { good: 4, termsAgreed: true });
    expect(await imports.entriesOf(desk)).toHaveLength(4);
  });

  it("is found anew when the organiser asks for it, or changed the raffle", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, person({ address: "" })]);
    expect(await look(desk, id)).toMatchObject({ entries: 1, good: 0 });
    await exchange(id, [HEADER, person(), person()]);
    await remap(desk, id);
    expect(await look(desk, id)).toMatchObject({ entries: 2, good: 2 });
    await exchange(id, [HEADER, person(), person(), person()]);
    await database.pool.query("update raffles set version = version + 1 where id = $1", [desk.raffle.id]);
    expect(await look(desk, id)).toMatchObject({ entries: 3, good: 3 });
  });

  it("makes nothing true: who joined meanwhile is named when the list is added", async () => {
    const desk = await imports.open();
    const line = person({ phone: "0917 555 6677" });
    const id = await imports.upload(desk, [HEADER, line]);
    expect(await look(desk, id)).toMatchObject({ good: 1 });
    const twin = person({ phone: "0917 555 6677" });
    const other = await imports.upload(desk, [HEADER, twin], { source: "Shop" }, "other.csv");
    expect(await imports.add(desk, other)).toMatchObject({ state: "added" });
    expect(await look(desk, id)).toMatchObject({ good: 1 });
    expect(await imports.add(desk, id)).toMatchObject({ fields: { lines: [{ key: "importLinesInvalid" }] } });
    await remap(desk, id);
    expect(await look(desk, id)).toMatchObject({ good: 0, bad: [{ faults: [{ field: "phone" }] }] });
  });
});

describe("lists that wait", () => {
  afterEach(() => database.pool.query("delete from entry_imports"));

  const MB = 1024 * 1024;

  /** Adds waiting files of two megabytes. PostgreSQL compresses their zeros, so they take no disk space. */
  function fill(desk: Desk, count: number, sender: Buffer, age = "1 minute") {
    return database.pool.query(
      `insert into entry_imports (raffle_id, id, file_name, file, mapping, sender, created_at)
       select $1, gen_random_uuid(), 'a.csv', decode(repeat('00', $3), 'hex'), '{}', $4, now() - $5::interval
       from generate_series(1, $2::int)`,
      [desk.raffle.id, count, 2 * MB, sender, age],
    );
  }

  function upload({ scope, address }: Desk) {
    const file = { name: "counter.csv", bytes: Buffer.from(`${HEADER}\n${person()}`) };
    return takeImportFile({ ...imports.deps, address }, scope, file);
  }

  const refused = (key: string) => ({ refusal: { reason: "invalid-fields", fields: { csv: [{ key }] } } });

  it("take so much of the room for one network, who is told, and nobody else", async () => {
    const [crowded, desk, other] = [await imports.open(), await imports.open(), await imports.open()];
    const sender = senderKey(imports.deps.secret, desk.address);
    await fill(crowded, IMPORT_LIMITS.senderBytes / (2 * MB), sender);
    expect(await upload(desk)).toMatchObject(refused("importsOfNetworkFull"));
    expect(await upload(other)).toMatchObject({ ok: true });
  });

  it("take so much of the site's room; what is older than an hour makes place", async () => {
    const [crowded, desk] = [await imports.open(), await imports.open()];
    const files = IMPORT_LIMITS.waitingBytes / (2 * MB);
    await fill(crowded, files, Buffer.alloc(16, 2));
    expect(await upload(desk)).toMatchObject(refused("importsFull"));
    await database.pool.query(
      `update entry_imports set created_at = now() - interval '61 minutes'
       where id = (select id from entry_imports where raffle_id = $1 limit 1)`,
      [crowded.raffle.id],
    );
    expect(await upload(desk)).toMatchObject({ ok: true });
    expect(await listImports(database.db, crowded.scope)).toHaveLength(files - 1);
  });
});

it("sixty lists are read in an hour from one network; each more costs a puzzle, and other networks pay for nothing", async () => {
  const desk = await imports.open();
  const id = await imports.upload(desk, [HEADER, person()]);
  // The upload and the first mapping are the first two readings.
  for (let read = 3; read <= 60; read++) expect(await remap(desk, id)).toMatchObject({ ok: true });
  const asked = await remap(desk, id, { source: "" });
  if (asked.ok || !("challenge" in asked.refusal)) throw new Error("No puzzle was asked for.");
  expect((await findImport(database.db, desk.scope, id))?.mapping.source).toBe("Shop");
  const file = { name: "counter.csv", bytes: Buffer.from(`${HEADER}\n${person()}`) };
  const deps = { ...imports.deps, address: desk.address };
  expect(await takeImportFile(deps, desk.scope, file)).toMatchObject({ refusal: { reason: "challenge-required" } });
  expect(await remap({ ...desk, address: "203.0.113.77" }, id)).toMatchObject({ ok: true });
  const solution = await solveForApi(asked.refusal.challenge);
  expect(await takeImportFile({ ...deps, solution }, desk.scope, file)).toMatchObject({ ok: true });
});

it("a sender is known again by the same hash as in earlier versions, from wherever in their network", () => {
  const secret = Buffer.alloc(32, 7);
  for (const address of ["2001:db8:7:7::7", "2001:db8:7:ffff::1"]) {
    expect(senderKey(secret, address).toString("hex")).toBe("fcef881c234c4725a6e535ba4679fbea");
  }
});
