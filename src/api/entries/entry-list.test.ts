import { describe, expect, it } from "vitest";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { asOrganiser } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const api = await openTestApi();
const raffle = await api.createRaffle();
const other = await api.createRaffle();
const organiser = asOrganiser(raffle.codeId, raffle.accessCode);

const done = raffle.rules.map((rule) => rule.id);
const wish = { prizeId: raffle.prizes[0]?.id, note: "the big one" };
const santos = { firstName: "Ana", lastName: "santos", address: "5% off st", email: "ana_s@example.com" };
const santosCode = await api.enter(raffle, { ...santos, phone: "0917 123 4567", rules: done, wishes: [wish] });
await api.enter(raffle, { lastName: "Zobel", email: "anaxs@example.com", address: "C:\\Users" });
await api.enter(other, { lastName: "Elsewhere" });

type Page = {
  entries: { firstName: string; lastName: string; entryCode: string; validation: string }[];
  next: string | null;
  previous: string | null;
  first: number | null;
  matches: number;
  moreMatches: boolean;
  total: number;
  valid: number;
};

async function list(query = "", { id } = raffle, headers = organiser): Promise<Page> {
  const response = await api.send("GET", `/raffles/${id}/entries?${query}`, undefined, headers);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

async function namesFound(fragment: string): Promise<string[]> {
  return (await list(`q=${encodeURIComponent(fragment)}`)).entries.map((entry) => entry.lastName);
}

function codesOf(page: Page): string[] {
  return page.entries.map((entry) => entry.entryCode);
}

/** All pages, read one after another by their `next` or `previous`. */
async function walk(way: "next" | "previous", query: string, of: typeof raffle, headers: typeof organiser) {
  const pages: { first: number | null; codes: string[] }[] = [];
  const parameter = way === "next" ? "after" : "before";
  for (let page = await list(query, of, headers); ; ) {
    pages.push({ first: page.first, codes: codesOf(page) });
    const place = page[way];
    if (place === null) return pages;
    page = await list(`q=cruz&${parameter}=${place}`, of, headers);
  }
}

describe("the list of a raffle's entries", () => {
  it("has each with its ticks and wishes and says which is valid, and belongs to no cache", async () => {
    const response = await api.send("GET", `/raffles/${raffle.codeId}/entries`, undefined, organiser);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { entries, ...page } = (await response.json()) as Page;
    expect(page).toEqual({
      next: null,
      previous: null,
      first: 1,
      matches: 2,
      moreMatches: false,
      total: 2,
      valid: 1,
      drops: 4,
      ...{ inPlay: 1, rulesMissing: 1, disqualified: 0, wonBefore: 0 },
    });
    expect(entries.map((entry) => [entry.lastName, entry.validation])).toEqual([
      ["santos", "VALID"],
      ["Zobel", "INVALID"],
    ]);
    expect(entries[0]).toMatchObject({
      ...santos,
      entryCode: santosCode,
      phone: "0917 123 4567",
      sources: "Online",
      rules: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === done.toSorted().join()),
      wishes: [{ ...wish, status: "Selected" }],
      validation: "VALID",
      drops: 4,
    });
  });

  it("finds fragments of every column, in any case", async () => {
    for (const fragment of ["SANTOS", "ana SANT", "  santos ", "7 123", "+639171234567", santosCode.slice(1, 7)]) {
      expect([fragment, await namesFound(fragment)]).toEqual([fragment, ["santos"]]);
    }
    expect(await namesFound("online")).toEqual(["santos", "Zobel"]);
    expect(await list("q=nobody+at+all")).toMatchObject({ entries: [], next: null, matches: 0, total: 2, valid: 1 });
  });

  it("takes what LIKE knows for itself, and what no column can hold for something that is not there", async () => {
    expect(await namesFound("%")).toEqual(["santos"]);
    expect(await namesFound("ana_s@")).toEqual(["santos"]);
    expect(await namesFound("C:\\users")).toEqual(["Zobel"]);
    expect(await namesFound("sant\u0000os")).toEqual(["santos"]);
    expect(await namesFound(`santos${"x".repeat(5000)}`)).toEqual([]);
    expect((await list("q=%F0%9F%8E")).entries).toEqual([]);
  });

  it("goes on after a full page, to the end, with every entry once", async () => {
    const long = await api.createRaffle();
    await api.database.pool.query(
      `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
         terms_accepted_at, submission_hash)
       select $1, gen_random_uuid(), 'AAAA' || translate(lpad(n::text, 4, '0'), '0123456789', 'ABCDEFGHIJ'), 'Ana',
         case when n % 2 = 0 then 'Cruz' else 'cruz ' || n end, '-', n, '+63' || n, n || '@x.ph', n || '@x.ph', now(),
         decode(repeat('00', 32), 'hex')
       from generate_series(1, 101) as n`,
      [long.id],
    );
    const headers = asOrganiser(long.id, long.accessCode);
    const codes = new Set<string>();
    const sizes: number[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page: Page = await list(after && `q=cruz&after=${after}`, long, headers);
      expect(page).toMatchObject({ matches: 101, moreMatches: false, total: 101, valid: 0 });
      sizes.push(page.entries.length);
      for (const entry of page.entries as unknown as { entryCode: string }[]) codes.add(entry.entryCode);
      after = page.next;
    }
    expect([sizes, codes.size]).toEqual([[50, 50, 1], 101]);

    // Backwards: the same pages in the other direction, with the same numbers.
    const there = await walk("next", "q=cruz", long, headers);
    const back = await walk("previous", "q=cruz&before=end", long, headers);
    expect(there.map(({ first, codes: { length } }) => [first, length])).toEqual([
      [1, 50],
      [51, 50],
      [101, 1],
    ]);
    expect(back.map(({ first, codes: { length } }) => [first, length])).toEqual([
      [52, 50],
      [2, 50],
      [1, 1],
    ]);
    const all = there.flatMap((page) => page.codes);
    expect(back.toReversed().flatMap((page) => page.codes)).toEqual(all);
    const second = await list(
      `before=${(await list(`after=${await placeAfter(2)}`, long, headers)).previous}`,
      long,
      headers,
    );
    expect([second.first, codesOf(second)]).toEqual([51, all.slice(50, 100)]);
    expect(second.next).toBe(await placeAfter(2));

    async function placeAfter(pages: number): Promise<string> {
      let place = "";
      for (let page = 0; page < pages; page++)
        place = (await list(place && `after=${place}`, long, headers)).next ?? "";
      return place;
    }
  });

  it("finds words in any order and phones however they are spelt, and only where all of it is", async () => {
    const crowd = await api.createRaffle();
    const headers = asOrganiser(crowd.codeId, crowd.accessCode);
    await api.enter(crowd, { firstName: "Emmanuel", lastName: "Reyes", phone: "0947-317-5209" });
    await api.enter(crowd, { firstName: "Emmanuel", lastName: "Cruz", phone: "+63 947 317 5210" });
    await api.enter(crowd, { firstName: "Ana", lastName: "Reyes", address: "9 Emilio St" });
    const found = async (fragment: string) =>
      (await list(`q=${encodeURIComponent(fragment)}`, crowd, headers)).entries.map(
        ({ firstName, lastName }) => `${firstName} ${lastName}`,
      );
    for (const indexed of [false, true]) {
      if (indexed) while ((await indexNextEntries(api.database.db)).changes > 0);
      expect(await found("Reyes Emmanuel")).toEqual(["Emmanuel Reyes"]);
      expect(await found("emil reyes st")).toEqual(["Ana Reyes"]);
      expect(await found("Reyes nobody")).toEqual([]);
      for (const typed of ["09473175209", "+639473175209", "0947 317 5209", "(0947) 3175209", "0947-317-5209"]) {
        expect([typed, await found(typed)]).toEqual([typed, ["Emmanuel Reyes"]]);
      }
      expect(await found("0947 317")).toEqual(["Emmanuel Cruz", "Emmanuel Reyes"]);
      expect(await found("online reyes")).toEqual([]);
    }
  });

  it.each(["nonsense", "%00", "WyJhIiwxXQ", "WyJhIiwiYiJd", "bnVsbA"])("has nothing after %s", async (after) => {
    expect(await list(`after=${after}`)).toMatchObject({ entries: [], next: null, total: 2 });
  });

  it("is the organiser's alone", async () => {
    const wrong = raffle.accessCode === "AAAA" ? "BBBB" : "AAAA";
    for (const headers of [
      {},
      asOrganiser(raffle.codeId, wrong),
      asOrganiser(raffle.codeId, ""),
      asOrganiser(other.codeId, other.accessCode),
      { authorization: "Basic ???" },
    ]) {
      const response = await api.send("GET", `/raffles/${raffle.codeId}/entries`, undefined, headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: "access-code-mismatch" });
    }
    expect((await api.send("GET", "/raffles/NOSUCHRA/entries", undefined, organiser)).status).toBe(404);
  });
});
