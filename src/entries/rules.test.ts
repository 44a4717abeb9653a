import { describe, expect, it } from "vitest";
import { newPrize, newRule } from "../../tests/support/field-values.ts";
import { dropsOf } from "./counted-drops.ts";
import { applyChecklist, applyWishlist, checklistOf, notesBytes, unknownIds, wishlistOf } from "./rules.ts";

const rules = [
  newRule({ id: "r1", number: 1, details: "Follow the page" }),
  newRule({ id: "r2", number: 2, details: "Share the post", drops: 3 }),
];
const prizes = [newPrize({ id: "p1", prizeCode: "P1" }), newPrize({ id: "p2", prizeCode: "P2" })];

describe("checklistOf", () => {
  it("shows every rule, and those without a tick as Pending", () => {
    expect(checklistOf(rules, ["r2", "removed"]).map(({ ruleId, status }) => [ruleId, status])).toEqual([
      ["r1", "Pending"],
      ["r2", "Done"],
    ]);
  });
});

describe("notesBytes", () => {
  it("sums up the bytes of all notes", () => {
    expect(notesBytes([])).toBe(0);
    expect(notesBytes([{ note: "abc" }, { note: "" }, { note: "é🎁" }])).toBe(9);
  });
});

describe("dropsOf", () => {
  it("sums up what the rules earn that are done and still there, each once", () => {
    expect([[], ["r1"], ["r2", "r1"], ["r2", "r2", "removed"]].map((done) => dropsOf(rules, done, {}))).toEqual([
      0, 1, 4, 3,
    ]);
  });
});

describe("wishlistOf", () => {
  it("shows every prize, and those without a wish as Unselected with no note", () => {
    const list = wishlistOf(prizes, [{ prizeId: "p2", status: "Selected", note: "for Lola" }]);
    expect(list.map(({ prizeId, status, note }) => [prizeId, status, note])).toEqual([
      ["p1", "Unselected", ""],
      ["p2", "Selected", "for Lola"],
    ]);
  });
});

describe("applyChecklist", () => {
  it("changes only the rules it names", () => {
    const change = { replace: false, items: [{ ruleId: "r2", status: "Done" as const }] };
    expect(applyChecklist(["r1"], change, rules).toSorted()).toEqual(["r1", "r2"]);
    expect(
      applyChecklist(["r1", "r2"], { replace: false, items: [{ ruleId: "r1", status: "Pending" }] }, rules),
    ).toEqual(["r2"]);
  });

  it("keeps ticks on rules that the raffle no longer has when the whole list is replaced", () => {
    const change = { replace: true, items: [{ ruleId: "r2", status: "Done" as const }] };
    expect(applyChecklist(["r1", "removed"], change, rules).toSorted()).toEqual(["r2", "removed"]);
  });
});

describe("applyWishlist", () => {
  const before = [
    { prizeId: "p1", status: "Selected" as const, note: "red" },
    { prizeId: "p2", status: "Selected" as const, note: "" },
  ];

  it("keeps what an item leaves out", () => {
    const noted = applyWishlist(before, { replace: false, items: [{ prizeId: "p1", note: "blue" }] });
    expect(noted[0]).toEqual({ prizeId: "p1", status: "Selected", note: "blue" });
    const unselected = applyWishlist(before, { replace: false, items: [{ prizeId: "p1", status: "Unselected" }] });
    expect(unselected[0]).toEqual({ prizeId: "p1", status: "Unselected", note: "red" });
  });

  it("unselects what a whole list does not name, and keeps its note", () => {
    const after = applyWishlist(before, { replace: true, items: [{ prizeId: "p2", status: "Selected", note: "two" }] });
    expect(after).toEqual([
      { prizeId: "p1", status: "Unselected", note: "red" },
      { prizeId: "p2", status: "Selected", note: "two" },
    ]);
  });

  it("drops wishes that say nothing", () => {
    expect(applyWishlist(before, { replace: false, items: [{ prizeId: "p2", status: "Unselected" }] })).toHaveLength(1);
  });
});

describe("unknownIds", () => {
  it("names the ids that are not among the known", () => {
    expect(unknownIds(["r1", "x"], rules)).toEqual(["x"]);
  });
});
