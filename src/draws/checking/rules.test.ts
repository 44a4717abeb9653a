import { expect, it } from "vitest";
import { countGroups, type Decided, nextPair, stateOfGroups, staysOf, type Verdict } from "./rules.ts";

const group = (...ids: string[]) => ({ key: ids[0] ?? "", ids, signals: ["address"] as const });
const decided = (pairs: Record<string, Verdict>, out: string[] = []): Decided => ({
  decisions: Object.entries(pairs).map(([pair, verdict]) => ({
    firstId: pair[0] ?? "",
    secondId: pair[1] ?? "",
    verdict,
  })),
  out: new Set(out),
});
const ways = (...of: Parameters<typeof stateOfGroups>) =>
  stateOfGroups(...of).map(({ is, next, later }) =>
    [is, next && next.firstId + next.secondId, later && later.firstId + later.secondId].filter(Boolean).join(" "),
  );

it("of a group, each two entries in play are a pair to decide on", () => {
  const three = [group("a", "b", "c")];
  expect(ways(three, decided({}))).toEqual(["open ab"]);
  expect(ways(three, decided({ ab: "different" }))).toEqual(["open ac"]);
  expect(ways(three, decided({ ab: "different", ac: "different" }))).toEqual(["open bc"]);
  expect(ways(three, decided({ ab: "different", ac: "same" }, ["c"]))).toEqual(["same"]);
  expect(ways(three, decided({ ab: "different", ac: "different", bc: "different" }))).toEqual(["different"]);
  expect(ways(three, decided({}, ["a", "b"]))).toEqual(["other"]);
});

it("what is left for later comes last, and the group stays open", () => {
  const groups = [group("a", "b"), group("c", "d")];
  const later = decided({ ab: "later" });
  expect(ways(groups, later)).toEqual(["open ab", "open cd"]);
  expect(nextPair(stateOfGroups(groups, later), true)).toMatchObject({ firstId: "c", secondId: "d", ofEntries: 2 });
  const rest = stateOfGroups(groups, decided({ ab: "later", cd: "different" }));
  expect([nextPair(rest, false), nextPair(rest, true)?.firstId]).toEqual([null, "a"]);
  expect(countGroups(rest)).toEqual({ open: 1, same: 0, different: 1, other: 0 });
});

it("one that joins a decided group opens it again, and so does one that is put back into play", () => {
  const all = { ab: "different" } as const;
  expect(ways([group("a", "b")], decided(all))).toEqual(["different"]);
  expect(ways([group("a", "b", "c")], decided(all))).toEqual(["open ac"]);
  expect(ways([group("a", "b")], decided({ ab: "same" }, ["b"]))).toEqual(["same"]);
  expect(ways([group("a", "b")], decided({ ab: "same" }))).toEqual(["open ab"]);
});

it("the older one stays, unless the younger alone can win", () => {
  const of = (first: boolean, second: boolean) => staysOf({ valid: first }, { valid: second });
  expect([of(true, true), of(false, false), of(true, false), of(false, true)]).toEqual([
    "first",
    "first",
    "first",
    "second",
  ]);
});
