import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { entriesXlsx } from "#src/export/entries-xlsx.ts";
import { asOrganiser, createTestApi, entryBody, type TestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";

const SPECIFIED = "Index,Entry Code,Last Name,First Name,Address,Phone,Email,Sources,Validation";
const HEADER = [...SPECIFIED.split(","), "Drops"];

let database: TestDatabase;
let api: TestApi;
let raffle: TestRaffle;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database.db);
  raffle = await api.createRaffle();
});

afterAll(() => database.close());

function download({ codeId, accessCode }: Pick<TestRaffle, "codeId" | "accessCode">) {
  const authorization = `Basic ${Buffer.from(`${codeId}:${accessCode}`).toString("base64")}`;
  return api.send("GET", `/raffles/${raffle.codeId}/entries.xlsx`, undefined, { authorization });
}

/** The files in a ZIP archive (APPNOTE 4.3.12): the directory at its end has the offset of each. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const file = zip.readUInt32LE(at + 42);
    const start = file + 30 + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28);
    const content = zip.subarray(start, start + size);
    files.set(name, (method === 8 ? inflateRawSync(content) : content).toString("utf8"));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** The cells of the sheet as stored: a text with its escapes, a number as a number. */
async function sheetOf(response: Response): Promise<{ xml: string; rows: (string | number)[][] }> {
  const xml = unzip(Buffer.from(await response.arrayBuffer())).get("xl/worksheets/sheet1.xml") ?? "";
  const rows = [...xml.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c [^>]*?(?:t="inlineStr"><is><t(?:\/>|[^>]*>(.*?)<\/t>)<\/is>|><v>(.*?)<\/v>)<\/c>/gs)].map(
      ([, text, number]) => (number === undefined ? (text ?? "") : Number(number)),
    ),
  );
  return { xml, rows };
}

it("gives the columns and the order of the CSV, each text as it was typed", async () => {
  const done = raffle.rules.map((rule) => rule.id);
  const typed = [
    { phone: "+63 917 123 4567", rules: done, lastName: "Ñuñez 🎉" },
    { phone: "09171234568", firstName: "=1+1", address: "@SUM(1,1) <b>&amp;</b>", lastName: "-5" },
    { phone: "09171234569" },
  ];
  const codes: string[] = [];
  for (const changes of typed) {
    const body = entryBody({ email: `${codes.length}@example.com`, ...changes });
    const response = await api.send("POST", `/raffles/${raffle.id}/entries`, body);
    codes.push(((await response.json()) as { entryCode: string }).entryCode);
  }
  // No form accepts such a text any more, but older entries may contain one.
  const odd = { address: "tab\there\u0001\u000b and _x0041_ \ufffe\uffff end" };
  await database.db
    .updateTable("entries")
    .set(odd)
    .where("entryCode", "=", codes[2] ?? "")
    .execute();
  const response = await download(raffle);
  expect([response.status, response.headers.get("cache-control"), response.headers.get("content-type")]).toEqual([
    200,
    "no-store",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]);
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="raffle_entries.xlsx"');
  const { xml, rows } = await sheetOf(response);
  const place = "12 Rizal St, Iloilo City";
  const escaped = "tab\there_x0001__x000B_ and _x005F_x0041_ \ufffd\ufffd end";
  expect(rows).toEqual([
    HEADER,
    [1, codes[0], "Ñuñez 🎉", "Maria", place, "+63 917 123 4567", "0@example.com", "Online", "VALID", 4],
    [
      2,
      codes[1],
      "-5",
      "=1+1",
      "@SUM(1,1) &lt;b&gt;&amp;amp;&lt;/b&gt;",
      "09171234568",
      "1@example.com",
      "Online",
      "INVALID",
      0,
    ],
    [3, codes[2], "Peña", "Maria", escaped, "09171234569", "2@example.com", "Online", "INVALID", 0],
  ]);
  expect(xml).not.toContain("<f>");
  expect(xml).toContain('ySplit="1"');
  // Excel rejects a file with characters that XML 1.0 §2.2 forbids.
  expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
});

it("takes the filter of the lists, and has the CSV's further columns on request", async () => {
  const some = await api.createRaffle();
  const rules = some.rules.map((rule) => rule.id);
  await api.enter(some);
  const code = await api.enter(some, { rules });
  const headers = asOrganiser(some.codeId, some.accessCode);
  const path = `/raffles/${some.codeId}/entries.xlsx?state=valid&columns=all`;
  const { rows } = await sheetOf(await api.send("GET", path, undefined, headers));
  expect(rows[0]).toEqual([...HEADER, "Entered (UTC)", "Rules Done", "Wishlist", "Promotions", "Drops Earned"]);
  expect(rows.slice(1).map((row) => [row[0], row[1], row[11], row[13]])).toEqual([
    [1, code, "Follow our page / Share the post", "no"],
  ]);
});

it("goes on after a full batch, and refuses what no sheet holds", async () => {
  const { id, codeId, accessCode } = await api.createRaffle();
  await database.pool.query(
    `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
       terms_accepted_at, submission_hash)
     select $1, ('0198c0de-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       'AAAA' || translate(lpad(n::text, 4, '0'), '0123456789', 'ABCDEFGHIJ'), 'a', 'b', 'c', '+63' || n, '+63' || n,
       n || '@x.ph', n || '@x.ph', now(), decode(repeat('00', 32), 'hex')
     from generate_series(1, 5001) as n`,
    [id],
  );
  const claim = { raffle: codeId, accessCode, exact: true };
  const scope = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1", pass: "" }, claim);
  if (!scope.ok) throw new Error(scope.refusal.reason);
  const written = await entriesXlsx(database.db, scope.value, { most: 5001 });
  if (!written.ok) throw new Error(written.refusal.reason);
  const { rows } = await sheetOf(new Response(written.value));
  expect([rows.length, rows[5000]?.[0], rows[5001]?.[6]]).toEqual([5002, 5000, "5001@x.ph"]);
  expect(await entriesXlsx(database.db, scope.value, { most: 5000 })).toMatchObject({
    refusal: { reason: "too-many-for-xlsx" },
  });
});

it("is the organiser's alone", async () => {
  const other = await api.createRaffle();
  expect((await download({ ...raffle, accessCode: raffle.accessCode === "AAAA" ? "BBBB" : "AAAA" })).status).toBe(403);
  expect((await download(other)).status).toBe(403);
  expect((await api.send("GET", `/raffles/${raffle.codeId}/entries.xlsx`)).status).toBe(403);
});
