import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetEntry, MAX_OF_RAFFLE, rememberEntry, rememberedEntries, storeSeen } from "./remembered-entries.ts";

const LATER = "2999-01-01T00:00:00.000Z";
const SEEN = { name: "Noche Buena", shop: "Aling Nena" };
const SAID = { ...SEEN, firstName: "Lola" };

/** A browser's storage: its keys are its own properties. */
const METHODS = {
  getItem(this: Record<string, string>, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
};
let storage: Record<string, string>;

beforeEach(() => {
  storage = Object.create(METHODS);
  vi.stubGlobal("localStorage", storage);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const codes = (raffle?: string) => rememberedEntries(raffle).map(({ entryCode }) => entryCode);
const codeOf = (place: number) => `AAAAAAA${String.fromCharCode(65 + place)}`;

test("a browser remembers both entries of a family, the earlier one first, and forgets the one that is meant", () => {
  vi.useFakeTimers({ now: 1 });
  rememberEntry("RAFFLE22", "ZZZZZZZZ", LATER, SEEN);
  vi.setSystemTime(2);
  rememberEntry("RAFFLE22", "AAAAAAAA", LATER, SEEN);
  rememberEntry("RAFFLE33", "BBBBBBBB", LATER, SEEN);
  expect(codes("RAFFLE22")).toEqual(["ZZZZZZZZ", "AAAAAAAA"]);
  expect(codes()).toHaveLength(3);
  for (const entry of rememberedEntries("RAFFLE22").slice(0, 1)) forgetEntry(entry);
  expect(codes("RAFFLE22")).toEqual(["AAAAAAAA"]);
  expect(codes("RAFFLE33")).toEqual(["BBBBBBBB"]);
});

test("the same entry is remembered once, with what the site said of it", () => {
  rememberEntry("RAFFLE22", "AAAAAAAA", LATER, SEEN);
  rememberEntry("RAFFLE22", "BBBBBBBB", LATER, SEEN);
  for (const entry of rememberedEntries().filter(({ entryCode }) => entryCode === "AAAAAAAA")) {
    storeSeen(entry, { ...SAID, line: "In the draw" }, true);
  }
  rememberEntry("RAFFLE22", "AAAAAAAA", LATER, SEEN);
  expect(rememberedEntries().map(({ entryCode, seen }) => [entryCode, seen.line, seen.person])).toEqual([
    ["AAAAAAAA", "In the draw", "Lola"],
    ["BBBBBBBB", undefined, undefined],
  ]);
});

test("what the site said brings no entry back that was forgotten meanwhile", () => {
  rememberEntry("RAFFLE22", "AAAAAAAA", LATER, SEEN);
  const [entry] = rememberedEntries();
  if (!entry) throw new Error("It was not remembered.");
  forgetEntry(entry);
  storeSeen(entry, SAID, false);
  expect(codes()).toEqual([]);
});

test("what earlier versions stored is remembered beside a new entry, can be changed, and is forgotten alone", () => {
  const seen = { name: "Fiesta", shop: "", line: "In the draw" };
  storage["entry:RAFFLE22"] = JSON.stringify({ code: "ZZZZZZZZ", until: LATER, seen });
  storage["entry:RAFFLE33"] = JSON.stringify({ code: "CCCCCCCC", until: LATER });
  rememberEntry("RAFFLE22", "AAAAAAAA", LATER, SEEN);
  rememberEntry("RAFFLE22", "ZZZZZZZZ", LATER, SEEN);
  expect(codes("RAFFLE22")).toEqual(["ZZZZZZZZ", "AAAAAAAA"]);
  const [old] = rememberedEntries("RAFFLE22");
  expect(old).toMatchObject({ raffle: "RAFFLE22", seen });
  expect(rememberedEntries("RAFFLE33")).toMatchObject([{ entryCode: "CCCCCCCC", seen: {} }]);
  if (old) storeSeen(old, { ...SAID, line: "You won: Ham" }, false);
  expect(rememberedEntries("RAFFLE22")[0]?.seen).toMatchObject({ line: "You won: Ham" });
  expect(rememberedEntries("RAFFLE22")[0]?.seen.person).toBeUndefined();
  // A page of such a version, which may still be open, reads what it knows.
  expect(JSON.parse(storage["entry:RAFFLE22"] ?? "")).toMatchObject({ code: "ZZZZZZZZ", until: LATER });
  if (old) forgetEntry(old);
  expect(codes("RAFFLE22")).toEqual(["AAAAAAAA"]);
});

test("an entry is forgotten once the site has erased it, the other one of its raffle not yet", () => {
  vi.useFakeTimers({ now: Date.parse("2026-12-01T00:00:00Z") });
  rememberEntry("RAFFLE22", "AAAAAAAA", "2026-12-02T00:00:00.000Z", SEEN);
  rememberEntry("RAFFLE22", "BBBBBBBB", "2026-12-09T00:00:00.000Z", SEEN);
  expect(codes()).toHaveLength(2);
  vi.setSystemTime(Date.parse("2026-12-02T00:00:00Z"));
  expect(codes()).toEqual(["BBBBBBBB"]);
  expect(Object.keys(storage)).toEqual(["ticket:RAFFLE22:BBBBBBBB"]);
});

test("a raffle has no more than a family's entries: those that follow are not remembered, and none makes room", () => {
  for (let place = 0; place < MAX_OF_RAFFLE + 2; place += 1) rememberEntry("RAFFLE22", codeOf(place), LATER, SEEN);
  rememberEntry("RAFFLE33", "BBBBBBBB", LATER, SEEN);
  expect(codes("RAFFLE22").toSorted()).toEqual(Array.from({ length: MAX_OF_RAFFLE }, (_, place) => codeOf(place)));
  expect(codes("RAFFLE33")).toEqual(["BBBBBBBB"]);
  for (const entry of rememberedEntries("RAFFLE22").slice(0, 1)) forgetEntry(entry);
  rememberEntry("RAFFLE22", codeOf(MAX_OF_RAFFLE), LATER, SEEN);
  expect(codes("RAFFLE22")).toContain(codeOf(MAX_OF_RAFFLE));
});

test.each([
  "",
  "null",
  "5",
  '"text"',
  "[]",
  "{}",
  '{"code":"AAAAAAAA"}',
  '{"code":"AAAAAAAA","until":"soon"}',
  '{"code":"<b>","until":"2999-01-01T00:00:00Z"}',
  '{"code":12345678,"until":"2999-01-01T00:00:00Z"}',
  '{"until":"2999-01-01T00:00:00Z"}',
])("what is no entry is removed, and hides none: %j", (garbage) => {
  Object.assign(storage, { "entry:RAFFLE22": garbage, "ticket:RAFFLE22:AAAAAAAA": garbage, language: "en" });
  rememberEntry("RAFFLE22", "BBBBBBBB", LATER, SEEN);
  expect(codes()).toEqual(["BBBBBBBB"]);
  expect(Object.keys(storage)).toEqual(["language", "ticket:RAFFLE22:BBBBBBBB"]);
});

test("a stored entry without the rest of it is an entry", () => {
  storage["ticket:RAFFLE22:AAAAAAAA"] = JSON.stringify({ code: "AAAAAAAA", until: LATER, since: "?", seen: null });
  expect(rememberedEntries()).toMatchObject([{ entryCode: "AAAAAAAA", seen: {} }]);
});

test("keys of other things are left alone", () => {
  Object.assign(storage, { "entered:RAFFLE22": "7", "push:AAAAAAAA": "https://push.example", ticket: "x", entry: "x" });
  expect(codes()).toEqual([]);
  expect(Object.keys(storage)).toHaveLength(4);
});

test("a browser that refuses its storage remembers nothing, and nothing fails", () => {
  const refuse = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", new Proxy({}, { get: refuse, ownKeys: refuse }));
  rememberEntry("RAFFLE22", "AAAAAAAA", LATER, SEEN);
  storeSeen({ key: "ticket:RAFFLE22:AAAAAAAA" }, SAID, false);
  forgetEntry({ key: "ticket:RAFFLE22:AAAAAAAA" });
  expect(codes()).toEqual([]);
});

test("a storage that is full loses none of what it has", () => {
  rememberEntry("RAFFLE22", "AAAAAAAA", LATER, SEEN);
  storage.setItem = (() => {
    throw new DOMException("Full.", "QuotaExceededError");
  }) as never;
  Object.defineProperty(storage, "setItem", { enumerable: false });
  rememberEntry("RAFFLE22", "BBBBBBBB", LATER, SEEN);
  expect(codes()).toEqual(["AAAAAAAA"]);
});
