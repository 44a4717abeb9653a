import { beforeEach, describe, expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { addNextAlikeKeys } from "#src/entries/alike/stored-keys.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { isDisposable } from "./disposable-mail.ts";
import { type LookAlikeKind, listLookAlikes, readLookAlike } from "./look-alikes.ts";

const { database, ...api } = await openTestApi({ RATE_LIMITS: "off" });
let raffle: TestRaffle;
let scope: OrganiserScope;

beforeEach(async () => {
  raffle = await api.createRaffle();
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  scope = proved.value;
});

let people = 0;

/** Enters as somebody whom no other entry is like, but for what is given. */
async function enter(changes: Record<string, unknown> = {}, from: { network?: string; device?: string } = {}) {
  people += 1;
  // Numbers that follow each other would be a slip apart.
  const phone = `0917${String((people * 1_234_577) % 10_000_000).padStart(7, "0")}`;
  const body = entryBody({ firstName: `Person ${people}`, address: `${people} Rizal St`, phone, ...changes });
  const { body: stored } = await api.ask("POST", `/raffles/${raffle.codeId}/entries`, body, {
    "x-forwarded-for": from.network ?? `10.1.${people >> 8}.${people & 255}`,
    "user-agent": from.device ?? `Browser ${people}`,
  });
  return String(stored.entryCode);
}

/** Enters several times, the given minutes after a fixed moment. */
async function enterAt(minutes: readonly number[], from: Parameters<typeof enter>[1] = {}) {
  const codes: string[] = [];
  for (const minute of minutes) {
    const code = await enter({}, from);
    const createdAt = new Date(Date.UTC(2026, 10, 21, 8, minute));
    await database.db.updateTable("entries").set({ createdAt }).where("entryCode", "=", code).execute();
    codes.push(code);
  }
  return codes;
}

async function find(kind: LookAlikeKind, after: string | null = null) {
  while ((await indexNextEntries(database.db)).changes > 0);
  return listLookAlikes(database.db, scope, kind, { after, shown: 1 });
}

/** The codes of the first group's entries. */
async function members(kind: LookAlikeKind) {
  const [group] = (await find(kind)).groups;
  if (!group) return [];
  const page = await readLookAlike(database.db, scope, { kind, key: group.key, after: null });
  return page.entries.map((entry) => entry.entryCode);
}

describe("the same name and address", () => {
  it("are found however they are written", async () => {
    const codes = [
      await enter({ firstName: "José", lastName: "Peña", address: "12 Rizal St., Iloilo" }),
      await enter({ firstName: "JOSE", lastName: "pena", address: "12  rizal st iloilo" }),
    ];
    await enter({ firstName: "Jose", lastName: "Pena", address: "13 Rizal St., Iloilo" });
    await enter({ firstName: "Mario", lastName: "Pena", address: "12 Rizal St., Iloilo" });
    expect((await find("person")).groups).toMatchObject([{ kind: "person", entries: 2, burst: null }]);
    expect(await members("person")).toEqual(codes);
  });

  it("are found in letters of any script, and not taken for each other", async () => {
    await enter({ firstName: "Анна", lastName: "Иванова", address: "Манила" });
    await enter({ firstName: "Ольга", lastName: "Петрова", address: "Давао" });
    expect((await find("person")).groups).toEqual([]);
    await enter({ firstName: "анна", lastName: "ИВАНОВА", address: "Манила." });
    expect((await find("person")).groups).toHaveLength(1);
  });

  it("follow what an organiser corrects, and who is gone", async () => {
    const same = { firstName: "Ana", lastName: "Cruz", address: "1 Mabini St" };
    const [first, second] = [await enter(same), await enter(same)];
    expect((await find("person")).groups).toHaveLength(1);
    const move = (address: string) =>
      database.db.updateTable("entries").set({ address }).where("entryCode", "=", first).execute();
    await move("2 Mabini St");
    expect((await find("person")).groups).toEqual([]);
    await move("1 Mabini St");
    expect((await find("person")).groups).toHaveLength(1);
    await database.db.deleteFrom("entries").where("entryCode", "=", second).execute();
    expect((await find("person")).groups).toEqual([]);
  });
});

describe("one person in four spellings", () => {
  const SPELLINGS = [
    { firstName: "Maria", lastName: "Santos", email: "maria.santos0@gmail.com", address: "12 Rizal St, Jaro" },
    { firstName: "Maria", lastName: "Santos", email: "maria.santos0+2@gmail.com", address: "Purok 5, Molo" },
    { firstName: "Ma.", lastName: "Santos", email: "mariasantos.0@gmail.com", address: "12 Rizal Street, Jaro" },
    { firstName: "Mariah", lastName: "Santoz", email: "other@example.com", address: "12 Rizal St., Brgy. Jaro" },
  ];
  const PHONES = ["0917 123 4567", "0917 123 4568", "0917 123 5467", "0918 123 4567"];

  it("is one group, which says why", async () => {
    const codes: string[] = [];
    for (const [place, spelling] of SPELLINGS.entries()) codes.push(await enter({ ...spelling, phone: PHONES[place] }));
    expect((await find("person")).groups).toMatchObject([{ entries: 4, signals: ["mailbox", "address", "phone"] }]);
    expect(await members("person")).toEqual(codes);
  });

  it.each([
    ["mailbox", { email: "ana.cruz@gmail.com" }, { email: "anacruz+1@googlemail.com" }],
    ["address", { address: "7 Luna St., Brgy. Tambo" }, { address: "7 Luna Street, Barangay Tambo" }],
    ["phone", { phone: "0917 555 0123" }, { phone: "0917 555 0132" }],
  ])("is found by the %s alone", async (signal, one, other) => {
    const named = signal === "mailbox" ? {} : { firstName: "Ma. Ana", lastName: "Cruz" };
    await enter({ ...named, ...one });
    await enter({ ...(signal === "mailbox" ? {} : { firstName: "Maria Ana", lastName: "Cruz" }), ...other });
    expect((await find("person")).groups).toMatchObject([{ entries: 2, signals: [signal] }]);
  });
});

it("rows that a site of the version before wrote get their keys in the background", async () => {
  const same = { firstName: "Ana", lastName: "Cruz" };
  await enter({ ...same, address: "1 Mabini St" });
  await enter({ ...same, address: "1 Mabini Street" });
  expect((await find("person")).groups).toHaveLength(1);
  await database.pool.query(
    `update entry_search set mailbox_key = null, home_key = null, phone_head_key = null, phone_tail_key = null,
      has_alike_keys = null where raffle_id = $1`,
    [raffle.id],
  );
  expect((await find("person")).groups).toEqual([]);
  expect([await addNextAlikeKeys(database.db), await addNextAlikeKeys(database.db)]).toEqual([true, false]);
  expect((await find("person")).groups).toHaveLength(1);
});

describe("a burst from one network", () => {
  it("is five within ten minutes", async () => {
    await enterAt([0, 3, 6, 9, 40, 50], { network: "198.51.100.1" });
    expect((await find("network")).groups).toEqual([]);
    const [code] = await enterAt([10], { network: "198.51.100.1" });
    expect((await find("network")).groups).toMatchObject([{ entries: 7, burst: 5 }]);
    expect(await members("network")).toContain(code);
  });

  it("is none where five are spread wider, or come from several networks or on paper", async () => {
    await enterAt([0, 3, 6, 9, 11], { network: "198.51.100.2" });
    await enterAt([0, 0, 0, 0, 0]);
    const codes = await enterAt([0, 0, 0, 0, 0], { network: "198.51.100.3" });
    await database.db
      .updateTable("entries")
      .set({ networkHash: null, deviceHash: null })
      .where("entryCode", "in", codes)
      .execute();
    expect((await find("network")).groups).toEqual([]);
  });
});

describe("a burst from one kind of browser", () => {
  it("is at least half of what came meanwhile", async () => {
    await enterAt([0, 1, 2, 3, 4], { device: "curl/8" });
    await enterAt([0, 1, 2, 3, 4]);
    expect((await find("device")).groups).toMatchObject([{ entries: 5, burst: 5 }]);
    await enterAt([4]);
    expect((await find("device")).groups).toEqual([]);
  });
});

describe("mailboxes for minutes", () => {
  it("are found by their domain", async () => {
    const code = await enter({ email: "ana@mailinator.com" });
    await enter({ email: "ana.cruz@sub.mailinator.com" });
    await enter({ email: "ana@mailinator.com.example" });
    expect((await find("mail")).groups).toMatchObject([
      { key: "mailinator.com", entries: 1 },
      { key: "sub.mailinator.com", entries: 1 },
    ]);
    expect(await members("mail")).toEqual([code]);
  });

  it.each([
    ["mailinator.com", true],
    ["MAILINATOR.com", true],
    ["gmail.com", false],
    ["com", false],
    ["", false],
  ])("%j: %j", (domain, expected) => expect(isDisposable(domain)).toBe(expected));
});

describe("pages", () => {
  it("show ten groups, and go on after them", async () => {
    for (let group = 0; group < 11; group++) {
      const same = { firstName: "Ana", lastName: "Cruz", address: `${group} Mabini St` };
      await enter(same);
      await enter(same);
    }
    const first = await find("person");
    const second = await find("person", first.next);
    expect([first.groups.length, second.groups.length, second.next]).toEqual([10, 1, null]);
    const keys = [...first.groups, ...second.groups].map((group) => group.key);
    expect(new Set(keys).size).toBe(11);
    const shown = [...first.groups, ...second.groups].map((group) => group.shown.length);
    expect(shown).toEqual(Array(11).fill(1));
  });

  it("show fifty entries of a group, the oldest first", async () => {
    const codes = await enterAt(Array(52).fill(0), { network: "198.51.100.4" });
    const [group] = (await find("network")).groups;
    const ask = (after: string | null) =>
      readLookAlike(database.db, scope, { kind: "network", key: group?.key ?? "", after });
    const first = await ask(null);
    const second = await ask(first.next);
    expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 2, null]);
    const found = [...first.entries, ...second.entries].map((entry) => entry.entryCode);
    expect(found.toSorted()).toEqual(codes.toSorted());
  });

  it.each(["", "x", "\u0000", "'; drop table entries", "ffffffffffffffff", "f".repeat(300)])(
    "are empty for the address %j",
    async (typed) => {
      for (const kind of ["person", "network", "device", "mail"] as const) {
        expect(await readLookAlike(database.db, scope, { kind, key: typed, after: typed })).toMatchObject({
          entries: [],
        });
        expect((await listLookAlikes(database.db, scope, kind, { after: typed, shown: 1 })).groups).toEqual([]);
      }
    },
  );

  it("show nothing of another raffle", async () => {
    const same = { firstName: "Ana", lastName: "Cruz", address: "1 Mabini St" };
    await enter(same);
    await enter(same);
    const [group] = (await find("person")).groups;
    const other = await api.createRaffle();
    const elsewhere = { ...scope, raffleId: other.id } as OrganiserScope;
    expect((await listLookAlikes(database.db, elsewhere, "person", { after: null, shown: 1 })).groups).toEqual([]);
    const page = { kind: "person", key: group?.key ?? "", after: null } as const;
    expect((await readLookAlike(database.db, elsewhere, page)).entries).toEqual([]);
  });
});
