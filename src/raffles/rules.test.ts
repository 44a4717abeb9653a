import { describe, expect, it } from "vitest";
import { asksForLink, awaitsWinners, inPrizeOrder, inRuleOrder, shownWorth } from "./rules.ts";

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

describe("awaitsWinners", () => {
  it("holds until a week after the draw", () => {
    const drawDate = new Date("2026-03-05T10:00:00Z");
    const heard = ["2026-03-04T10:00:00Z", "2026-03-12T10:00:00Z", "2026-03-12T10:00:01Z", "2036-01-01T00:00:00Z"];
    expect(heard.map((now) => awaitsWinners({ drawDate }, new Date(now)))).toEqual([true, true, false, false]);
  });
});

describe("asksForLink", () => {
  it("asks unless the organiser said not to", () => {
    expect([asksForLink("required"), asksForLink("optional"), asksForLink("not-asked")]).toEqual([true, true, false]);
  });
});
