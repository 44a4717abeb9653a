import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryBody } from "../../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { createImportDesk, type Desk, HEADER, person } from "../../../../tests/support/import-desk.ts";
import { findImport, listImports, readImportFile } from "../read.ts";
import { discardImport, takeImportFile } from "./import-file.ts";

let database: TestDatabase;
let imports: ReturnType<typeof createImportDesk>;

beforeAll(async () => {
  database = await createTestDatabase();
  imports = createImportDesk(database);
});

afterAll(() => database.close());

describe("a file of paper entries", () => {
  it("becomes entries with codes of their own, in its order", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [
      HEADER,
      person({ last: "Ñuñez", address: "1 Mabini St Iloilo", phone: "'+63 917 765 4321" }),
      person({ source: "online", facebook: "https://www.facebook.com/ana.cruz" }),
    ]);
    expect(await imports.add(desk, id)).toMatchObject({ state: "added", linesDone: 2, linesTotal: 2, error: null });
    const entries = await imports.entriesOf(desk);
    expect(entries).toMatchObject([
      { lastName: "Ñuñez", address: "1 Mabini St Iloilo", phoneKey: "+639177654321", source: "Shop", facebook: "" },
      { firstName: "Ana", source: "Online", facebook: "https://www.facebook.com/ana.cruz", promotions: false },
    ]);
    expect(new Set(entries.map((entry) => entry.entryCode)).size).toBe(2);
    expect(entries.every((entry) => /^[A-Z]{8}$/.test(entry.entryCode))).toBe(true);
    expect((await readImportFile(database.db, desk.scope, id)).byteLength).toBe(0);
  });

  it("leaves one line in the history, without anybody's data", async () => {
    const desk = await imports.open();
    await imports.add(desk, await imports.upload(desk, [HEADER, person(), person()]));
    const log = await imports.logOf(desk);
    expect(log).toMatchObject([
      { action: "import-entries", subject: "counter.csv", before: null, after: { entries: 2, source: "Shop" } },
    ]);
  });

  it("may be our own export of another raffle", async () => {
    const [old, fresh] = [await imports.open(), await imports.open()];
    for (const changes of [
      { firstName: "=1+1", phone: "+63 917 300 0001" },
      { address: '12 "B", Rizal', lastName: "-" },
    ]) {
      const answer = await imports.api.send("POST", `/raffles/${old.raffle.id}/entries`, entryBody(changes));
      expect(answer.status).toBe(201);
    }
    const authorization = `Basic ${Buffer.from(`${old.raffle.codeId}:${old.raffle.accessCode}`).toString("base64")}`;
    const path = `/raffles/${old.raffle.id}/entries.csv`;
    const exported = await (await imports.api.send("GET", path, undefined, { authorization })).arrayBuffer();
    const id = await imports.upload(fresh, [Buffer.from(exported).toString("utf8")]);
    expect(await imports.add(fresh, id)).toMatchObject({ state: "added", linesTotal: 2 });
    const reasonsOf = async (desk: Desk) =>
      (await imports.entriesOf(desk)).map(({ lastName, firstName, address, phone, phoneKey, email, source }) => {
        return { lastName, firstName, address, phone, phoneKey, email, source };
      });
    expect(await reasonsOf(fresh)).toEqual(await reasonsOf(old));
  });

  it("names each bad line, and adds nothing while the organiser has not seen how many are good", async () => {
    const desk = await imports.open();
    const joined = entryBody({ phone: "0917 111 2222" });
    expect((await imports.api.send("POST", `/raffles/${desk.raffle.id}/entries`, joined)).status).toBe(201);
    const twice = person({ email: "Twice@example.com" });
    const id = await imports.upload(desk, [
      HEADER,
      twice,
      person({ first: " ", phone: "12", email: "nobody" }),
      person({ address: "two\nlines", email: "twice@EXAMPLE.com" }),
      person({ phone: "+63 917 111 2222", source: "Moon", instagram: "https://example.com" }),
      person({ address: "x".repeat(301) }),
    ]);
    const read = await imports.check(desk, id);
    const reasons = read?.checked?.bad.map(({ line, faults }) => [
      line,
      ...faults.map(({ field, messages }) => `${field} ${messages.map(({ key }) => key)}`),
    ]);
    expect(reasons).toEqual([
      [3, "firstName firstNameRequired"],
      [4, "email emailRepeated"],
      [6, "phone phoneTaken", "instagram instagramInvalid", "source importSourceUnknown"],
      [7, "address textTooLong"],
    ]);
    expect(read?.checked?.bad[1]?.faults[0]?.messages).toEqual([{ key: "emailRepeated", params: { line: 2 } }]);
    expect(await imports.add(desk, id)).toMatchObject({ fields: { lines: [{ key: "importLinesInvalid" }] } });
    expect(await imports.entriesOf(desk)).toHaveLength(1);
  });

  it("waits for what its organiser must say: columns, whom to reach, and that the terms were agreed to", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, person()], { columns: { lastName: 0 }, source: "" });
    expect(await imports.add(desk, id, { termsAgreed: false })).toMatchObject({
      reason: "invalid-fields",
      fields: {
        "columns.firstName": [{ key: "importColumnRequired" }],
        "columns.phone": [{ key: "importContactRequired" }],
        terms: [{ key: "importTermsRequired" }],
      },
    });
    expect((await imports.check(desk, id))?.checked).toBeNull();
  });

  it("takes what is on paper: no address, no number, one that nobody can read, and no source", async () => {
    const desk = await imports.open();
    const id = await imports.upload(
      desk,
      [
        HEADER,
        person({ phone: "12345", email: "none" }),
        person({ phone: "none", email: "None" }),
        person({ phone: "", email: "ana at home" }),
        person({ phone: "", email: "" }),
        person({ phone: "0947 317 5209", email: "" }),
      ],
      { source: "" },
    );
    expect(await imports.add(desk, id)).toMatchObject({ state: "added", linesDone: 5, linesTotal: 5, error: null });
    const entries = await imports.entriesOf(desk);
    const stored = entries.map(({ phone, phoneKey, email, emailKey, source }) => [
      phone,
      phoneKey,
      email,
      emailKey,
      source,
    ]);
    expect(stored.toSorted()).toEqual([
      ["", null, "", null, ""],
      ["", null, "ana at home", null, ""],
      ["0947 317 5209", "+639473175209", "", null, ""],
      ["12345", "12345", "none", null, ""],
      ["none", null, "None", null, ""],
    ]);
    const again = await imports.upload(desk, [
      HEADER,
      person({ phone: "1 23 45" }),
      person({ phone: "+63 947 317 5209" }),
      person({ phone: "77" }),
      person({ phone: "77" }),
    ]);
    const faults = (await imports.check(desk, again))?.checked?.bad.map(({ line, faults: [fault] }) => [
      line,
      fault?.messages[0]?.key,
    ]);
    expect(faults).toEqual([
      [2, "phoneTaken"],
      [3, "phoneTaken"],
      [5, "phoneRepeated"],
    ]);
  });

  it("is locked out after the due date, also when that passes while it waits", async () => {
    const desk = await imports.open();
    const id = await imports.upload(desk, [HEADER, person()]);
    const past = "update raffles set due_date = now() - interval '1 minute' where id = $1";
    await database.pool.query(past, [desk.raffle.id]);
    expect(await imports.add(desk, id)).toEqual({ reason: "submission-closed" });
    const file = { name: "late.csv", bytes: Buffer.from(`${HEADER}\n${person()}`) };
    expect(await takeImportFile(imports.deps, desk.scope, file)).toMatchObject({
      refusal: { reason: "submission-closed" },
    });
  });
});

describe("files that wait", () => {
  it("are three a raffle at most, of this day, and none is lost that is being added", async () => {
    const desk = await imports.open();
    const other = await imports.open();
    const upload = (name: string) => imports.upload(desk, [HEADER, person()], {}, name);
    const [first, second, third] = [await upload("1.csv"), await upload("2.csv"), await upload("3.csv")];
    const elsewhere = await imports.upload(other, [HEADER, person()]);
    const set = (change: string, id: string) =>
      database.pool.query(`update entry_imports set ${change} where id = $1`, [id]);
    await set("state = 'adding', updated_at = now()", first);
    await set("created_at = now() - interval '25 hours'", elsewhere);
    const fourth = await upload("4.csv");
    expect((await listImports(database.db, desk.scope)).map((one) => one.id)).toEqual([fourth, third, first]);
    expect(await findImport(database.db, desk.scope, second)).toBeNull();
    expect(await listImports(database.db, other.scope)).toEqual([]);
    await discardImport(imports.deps, desk.scope, first);
    await discardImport(imports.deps, desk.scope, third);
    expect((await listImports(database.db, desk.scope)).map((one) => one.id)).toEqual([fourth, first]);
  });

  it("do not wait twice under one name, and one that is being added is left alone", async () => {
    const desk = await imports.open();
    const first = await imports.upload(desk, [HEADER, person()]);
    const second = await imports.upload(desk, [HEADER, person()]);
    expect((await listImports(database.db, desk.scope)).map(({ id }) => id)).toEqual([second]);
    expect(await findImport(database.db, desk.scope, first)).toBeNull();
    await database.pool.query("update entry_imports set state = 'adding', updated_at = now() where id = $1", [second]);
    const third = await imports.upload(desk, [HEADER, person()]);
    expect((await listImports(database.db, desk.scope)).map(({ id }) => id)).toEqual([third, second]);
  });

  it("are nobody else's", async () => {
    const [desk, other] = [await imports.open(), await imports.open()];
    const id = await imports.upload(desk, [HEADER, person()]);
    expect(await findImport(database.db, other.scope, id)).toBeNull();
    expect(await imports.add(other, id)).toEqual({ reason: "not-found" });
    await discardImport(imports.deps, other.scope, id);
    expect(await findImport(database.db, desk.scope, id)).not.toBeNull();
    expect(await findImport(database.db, desk.scope, "x'--")).toBeNull();
  });
});
