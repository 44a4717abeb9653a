import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { readCsv } from "#src/entries/import/files/csv-file.ts";
import { asOrganiser, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const HEADER = "\u{feff}Index,Entry Code,Last Name,First Name,Address,Phone,Email,Sources,Validation,Drops";

/** Texts typed by entrants, and the expected content between the quotes of the cell. */
const TEXTS: readonly [typed: string, cell: string][] = [
  ["Peña", "Peña"],
  ["Ana = Ben", "Ana = Ben"],
  ["Ana;=1+1", "Ana;'=1+1"],
  ['Ana","=1+1', 'Ana"",""=1+1'],
  ['=1+2";=1+2', `'=1+2"";'=1+2`],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-5", "'-5"],
  ["@SUM(1,1)", "'@SUM(1,1)"],
  ["\u{ff1d}1+1", "'\u{ff1d}1+1"],
];

const { database, ...api } = await openTestApi();
const raffle = await api.createRaffle();

function download(user: string, password: string) {
  return api.send("GET", `/raffles/${raffle.codeId}/entries.csv`, undefined, asOrganiser(user, password));
}

async function linesOf(response: Response): Promise<string[]> {
  return Buffer.from(await response.arrayBuffer())
    .toString("utf8")
    .split("\r\n");
}

it("gives the entries of the raffle as a file, in order, and says which are valid", async () => {
  const done = raffle.rules.map((rule) => rule.id);
  const codes: string[] = [];
  for (const changes of [
    { phone: "+63 917 123 4567", rules: done },
    { phone: "09171234568", rules: done.slice(1) },
  ]) {
    codes.push(await api.enter(raffle, { ...changes, email: `${codes.length}@example.com` }));
  }
  const response = await download(raffle.codeId, raffle.accessCode);
  expect([response.status, response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "no-store",
  ]);
  expect(response.headers.get("content-disposition")).toContain('filename="raffle_entries.csv"');
  expect(await linesOf(response)).toEqual([
    HEADER,
    `1,${codes[0]},"Peña","Maria","12 Rizal St, Iloilo City","+63 917 123 4567","0@example.com","Online",VALID,4`,
    `2,${codes[1]},"Peña","Maria","12 Rizal St, Iloilo City","09171234568","1@example.com","Online",INVALID,3`,
    "",
  ]);
});

it("keeps each text one cell that no spreadsheet calculates", async () => {
  for (const [address] of TEXTS) {
    await api.enter(raffle, { address });
  }
  const lines = await linesOf(await download(raffle.codeId, raffle.accessCode));
  for (const [, cell] of TEXTS) expect(lines.some((line) => line.includes(`"Maria","${cell}","0917`))).toBe(true);
});

it("neutralises what no form lets in, and goes on after a full batch", async () => {
  const { id, accessCode } = await api.createRaffle();
  await database.pool.query(
    `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
       terms_accepted_at, submission_hash)
     select $1, ('0198c0de-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       'AAAA' || translate(lpad(n::text, 4, '0'), '0123456789', 'ABCDEFGHIJ'), E'\\t=1', E'a\\nb', '-', '+1-2', '+63' || n,
       n || '@x.ph', n || '@x.ph', now(), decode(repeat('00', 32), 'hex')
     from generate_series(1, 5001) as n`,
    [id],
  );
  const organiser = asOrganiser(id, accessCode);
  const lines = await linesOf(await api.send("GET", `/raffles/${id}/entries.csv`, undefined, organiser));
  expect(lines).toHaveLength(5003);
  expect(lines[5001]).toContain(`5001,AAAAFAAB,"a\nb","'\t'=1","'-","'+1-2","5001@x.ph",`);
});

/** Texts of an attacker: formulas for spreadsheets that end a cell elsewhere. */
const LIVE_ELSEWHERE = [
  "x;=cmd|' /C calc'!A0;y",
  "x;;=1+1;-2;@SUM(1,1)",
  "x|=1+1|+1",
  'x;"=1+1"',
  'x;""=1+1',
  "x; =1+1",
  "x;\u{a0}\u{200b}=1+1",
  "x;\u{ff1d}1+1",
  "=1+2';=1+2",
  'DDE ("cmd";"/C calc";"!A0")A0;=DDE()',
  "x\t=1+1",
  "x\n=1+1",
  "x\r\n=1+1;=2",
  "\t\t=1+1",
];

const FORMULA = /^["\s\u200b]*[=+@\uff1d\uff0b\uff0d\uff20-]/;

describe("a spreadsheet that ends cells at another separator", () => {
  const everyCell = async (delimiter: string): Promise<string[]> => {
    const text = (await linesOf(await downloadCut())).join("\r\n");
    const parsed: string[][] = parse(text, { delimiter, bom: true, relax_quotes: true, relax_column_count: true });
    // A careless spreadsheet splits also within quotes; none does so at a comma.
    const careless = delimiter === "," ? [] : text.split(new RegExp(`[${delimiter}\r\n]`));
    return [...parsed.flat(), ...careless].filter((cell) => !/^\+63[0-9 ]+$/.test(cell));
  };
  let cut: TestRaffle;

  function downloadCut(): Promise<Response> {
    const organiser = asOrganiser(cut.codeId, cut.accessCode);
    return api.send("GET", `/raffles/${cut.codeId}/entries.csv`, undefined, organiser);
  }

  beforeAll(async () => {
    cut = await api.createRaffle();
    for (const [place, text] of LIVE_ELSEWHERE.entries()) {
      const code = await api.enter(cut);
      const column = ["last_name", "first_name", "address"][place % 3];
      // No form accepts this text now, but an older version of the site may have stored it.
      await database.pool.query(`update entries set ${column} = $1 where entry_code = $2`, [text, code]);
    }
  });

  it.each([",", ";", "\t", "|"])("(%j) finds nothing to calculate", async (delimiter) => {
    const cells = await everyCell(delimiter);
    expect(cells.length).toBeGreaterThan(LIVE_ELSEWHERE.length);
    expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
  });

  it("would find something without the guards", async () => {
    const unguarded = LIVE_ELSEWHERE.flatMap((text) => text.split(/[;|\t\r\n]/));
    expect(unguarded.filter((cell) => FORMULA.test(cell)).length).toBeGreaterThanOrEqual(LIVE_ELSEWHERE.length);
  });

  it("is read again as it was typed", async () => {
    const file = Buffer.from(await (await downloadCut()).arrayBuffer());
    const read = await readCsv(file);
    const cells = read.ok ? read.value.flatMap((line) => line.cells) : [];
    for (const text of LIVE_ELSEWHERE) expect(cells).toContain(text.replaceAll("\r\n", "\n"));
  });
});

it("is the organiser's alone", async () => {
  expect((await download(raffle.codeId, raffle.accessCode === "AAAA" ? "BBBB" : "AAAA")).status).toBe(403);
  expect((await api.send("GET", `/raffles/${raffle.codeId}/entries.csv`)).status).toBe(403);
});

it("takes the filter and the search of the lists, is numbered on, and has more columns on request", async () => {
  const some = await api.createRaffle();
  const organiser = asOrganiser(some.codeId, some.accessCode);
  const done = some.rules.map((rule) => rule.id);
  const wishes = [{ prizeId: some.prizes[0]?.id, note: "x;=1+1" }];
  await api.enter(some, { lastName: "Abad" });
  const cruz = await api.enter(some, { lastName: "Cruz", rules: done, wishes, promotions: true });
  const diaz = await api.enter(some, { lastName: "Diaz", rules: done });
  await database.pool.query("update entries set created_at = '2026-11-20T08:05Z' where entry_code = $1", [cruz]);
  const file = async (query: string) =>
    linesOf(await api.send("GET", `/raffles/${some.codeId}/entries.csv?${query}`, undefined, organiser));
  const coded = async (query: string) => (await file(query)).slice(1, -1).map((line) => line.slice(0, 10));
  expect(await coded("state=valid")).toEqual([`1,${cruz}`, `2,${diaz}`]);
  expect(await coded("state=valid&q=diaz")).toEqual([`1,${diaz}`]);
  const [head, , line] = await file("columns=all");
  expect(head).toBe(`${HEADER},Entered (UTC),Rules Done,Wishlist,Promotions,Drops Earned`);
  const more = `VALID,4,"2026-11-20 08:05","Follow our page / Share the post","Queso de bola (x;'=1+1)","yes",""`;
  expect(line?.slice(-more.length)).toBe(more);
});
