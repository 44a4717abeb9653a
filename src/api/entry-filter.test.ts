import { beforeAll, describe, expect, it } from "vitest";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { asOrganiser } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
const raffle = await api.createRaffle({ sources: ["Online", "Market"] });
const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
const [first, second] = raffle.rules.map((rule) => rule.id);
const [prize] = raffle.prizes.map(({ id }) => id);

type Page = { entries: { lastName: string }[]; next: string | null; previous: string | null; matches: number };

async function list(query: string, of = raffle): Promise<Page> {
  const headers = asOrganiser(of.codeId, of.accessCode);
  const answer = await api.send("GET", `/raffles/${of.id}/entries?${query}`, undefined, headers);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

const namesOf = ({ entries }: Page) => entries.map(({ lastName }) => lastName);

/** Each filter, and who it finds of the four below. */
const FOUND: readonly [query: string, names: readonly string[]][] = [
  ["state=valid", ["Abad"]],
  ["state=invalid", ["Bello", "Cruz", "Diaz"]],
  ["state=disqualified", ["Diaz"]],
  [`missing=${first}`, ["Cruz", "Diaz"]],
  [`missing=${second}`, ["Bello", "Cruz", "Diaz"]],
  [`prize=${prize}`, ["Bello"]],
  ["source=Market", ["Cruz"]],
  ["since=day", ["Abad", "Bello", "Cruz"]],
  ["since=week", ["Abad", "Bello", "Cruz", "Diaz"]],
  [`state=invalid&missing=${first}&source=Online`, ["Diaz"]],
  ["state=invalid&q=bello", ["Bello"]],
  ["state=valid&q=bello", []],
  ["sort=newest", ["Diaz", "Cruz", "Bello", "Abad"]],
  ["sort=oldest&state=invalid", ["Bello", "Cruz", "Diaz"]],
  // What nobody offers is not asked for.
  ["state=odd&missing=odd&prize=%00&since=1&sort=odd", ["Abad", "Bello", "Cruz", "Diaz"]],
  ["source=%00", ["Abad", "Bello", "Cruz", "Diaz"]],
];

beforeAll(async () => {
  const wishes = [{ prizeId: prize, note: "" }];
  await api.enter(raffle, { lastName: "Abad", rules: [first, second] });
  await api.enter(raffle, { lastName: "Bello", rules: [first], wishes });
  const market = await api.enter(raffle, { lastName: "Cruz" });
  const old = await api.enter(raffle, { lastName: "Diaz" });
  await database.pool.query("update entries set source = 'Market' where entry_code = $1", [market]);
  await database.pool.query(
    "update entries set created_at = now() - interval '30 hours', disqualified_for = 'Twice' where entry_code = $1",
    [old],
  );
});

describe("the size of a page", () => {
  it.each([
    ["limit=1", 1],
    ["limit=3", 3],
    ["limit=9999", 4],
    ["limit=0", 4],
    ["limit=-1", 4],
    ["limit=many", 4],
  ])("is what %s asks for, within bounds", async (query, size) => {
    expect((await list(query)).entries).toHaveLength(size);
  });

  it("goes on from page to page, forwards and backwards", async () => {
    const begin = await list("limit=3");
    const rest = await list(`limit=3&after=${begin.next}`);
    expect([namesOf(begin), namesOf(rest), rest.next]).toEqual([["Abad", "Bello", "Cruz"], ["Diaz"], null]);
    expect(namesOf(await list(`limit=3&before=${rest.previous}`))).toEqual(["Abad", "Bello", "Cruz"]);
  });
});

describe("a filter of the entries", () => {
  // The same from the entries themselves as from their copies.
  it.each(["before", "after"])("finds what it asks for %s the entries are indexed", async (when) => {
    if (when === "after") while ((await indexNextEntries(database.db)).changes > 0);
    for (const [query, names] of FOUND) {
      const page = await list(query);
      expect([query, namesOf(page), page.matches]).toEqual([query, names, names.length]);
    }
  });

  it("leads through its pages both ways, in each order, with every match once", async () => {
    const long = await api.createRaffle();
    await database.pool.query(
      `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
         done_rules, terms_accepted_at, submission_hash)
       select $1, ('0198c0de-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'AAAA' || translate(lpad(n::text, 4, '0'), '0123456789', 'ABCDEFGHIJ'), 'Ana', lpad((n * 7919 % 10000)::text, 4, '0'),
         '-', n, '+63' || n, n || '@x.ph', n || '@x.ph', case when n % 60 = 0 then $2::uuid[] else '{}' end, now(),
         decode(repeat('00', 32), 'hex')
       from generate_series(1, 7200) as n`,
      [long.id, long.rules.map((rule) => rule.id)],
    );
    while ((await indexNextEntries(database.db)).changes > 0);
    const numbers = Array.from({ length: 120 }, (_, index) => (index + 1) * 60);
    const byTime = numbers.map((n) => String((n * 7919) % 10_000).padStart(4, "0"));
    for (const [sort, all] of [
      ["name", byTime.toSorted()],
      ["oldest", byTime],
      ["newest", byTime.toReversed()],
    ] as const) {
      for (const way of ["next", "previous"] as const) {
        const pages: string[][] = [];
        const step = way === "next" ? "after" : "before";
        for (let place: string | null = way === "next" ? "" : "end"; place !== null; ) {
          const at: string = place === "" ? "" : `&${step}=${place}`;
          const page: Page = await list(`state=valid&sort=${sort}${at}`, long);
          expect(page.matches).toBe(120);
          pages.push(namesOf(page));
          place = page[way];
        }
        expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
        expect((way === "next" ? pages : pages.toReversed()).flat()).toEqual(all);
      }
    }
  });

  it("is the organiser's alone", async () => {
    expect((await api.send("GET", `/raffles/${raffle.id}/entries?state=valid`)).status).toBe(403);
    expect((await api.send("GET", `/raffles/${raffle.id}/entries?state=valid`, undefined, organiser)).status).toBe(200);
  });
});
