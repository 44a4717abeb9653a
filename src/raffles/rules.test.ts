import { describe, expect, it } from "vitest";
import { asksForLink, inPrizeOrder, inRuleOrder, shownWorth } from "./rules.ts";

describe("inPrizeOrder", () => {
  it("sorts by order number as an integer, then by prize code by code point", () => {
    const prizes = [
      { orderNumber: 10, prizeCode: "A" },
      { orderNumber: 9, prizeCode: "b" },
      { orderNumber: 9, prizeCode: "B" },
    ];
    expect(inPrizeOrder(prizes).map((prize) => prize.prizeCode)).toEqual(["B", "b", "A"]);
  });
});

describe("inRuleOrder", () => {
  it("sorts by number, and rules with one number by age", () => {
    const rules = [
      { id: "3", number: 2 },
      { id: "2", number: 1 },
      { id: "1", number: 2 },
    ];
    expect(inRuleOrder(rules).map((rule) => rule.id)).toEqual(["2", "1", "3"]);
  });
});

describe("shownWorth", () => {
  it.each(["", "0", "0.00", "0,000"])("hides %j", (worth) => {
    expect(shownWorth(worth)).toBeNull();
  });

  it.each([
    ["1,500.00", 1500],
    ["99.9", 99.9],
  ])("shows %j as %d", (worth, amount) => {
    expect(shownWorth(worth)).toBe(amount);
  });
});

describe("asksForLink", () => {
  it("asks unless the organiser said not to", () => {
    expect([asksForLink("required"), asksForLink("optional"), asksForLink("not-asked")]).toEqual([true, true, false]);
  });
});
