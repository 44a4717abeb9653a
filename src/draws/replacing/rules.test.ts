import { describe, expect, it } from "vitest";
import { DAY_MS } from "#src/base/clock.ts";
import { drawOf, listOf, planOf, prizeOf, readListText, ticketsOf } from "../../../tests/support/draws.ts";
import { drawPrizes } from "../protocol/winners/draw.ts";
import type { Replacement } from "../protocol/winners/replacements.ts";
import { Succession } from "../protocol/winners/succession.ts";
import { faultOfLeaving, type HoldersClaim, type LeavingFacts, leavingOffers, lineOf, passedOver } from "./rules.ts";

const HELD: HoldersClaim = {
  heldSince: new Date(0),
  claimBy: new Date(60 * DAY_MS),
  claimedAt: null,
  handedOverAt: null,
};
const at = (days: number, seconds = 0) => new Date(days * DAY_MS + seconds * 1000);

describe("whether a holder can be replaced", () => {
  it.each([
    ["unclaimed", {}, at(60), null],
    ["unclaimed", {}, at(60, -1), "claim-days-left"],
    ["unclaimed", { claimBy: at(70) }, at(70, -1), "claim-days-left"],
    ["unclaimed", { claimBy: at(70) }, at(70), null],
    ["unclaimed", { claimBy: at(1) }, at(60, -1), "claim-days-left"],
    ["unclaimed", { claimedAt: at(1) }, at(61), "prize-claimed"],
    ["withdrew", { claimedAt: at(1) }, at(2), null],
    ["disqualified", {}, at(0), null],
    ["withdrew", { claimedAt: at(1), handedOverAt: at(2) }, at(3), "prize-handed-over"],
    ["unclaimed", { claimedAt: at(1), handedOverAt: at(2) }, at(61), "prize-handed-over"],
  ] as const)("%s, of %j at %s: %s", (reason, changes, moment, expected) => {
    expect(faultOfLeaving({ ...HELD, ...changes }, reason, moment, 60)?.reason ?? null).toBe(expected);
  });
});

describe("how an organiser can let a winner go", () => {
  const FIRST: LeavingFacts = { holds: true, isOverdue: false, asksFirst: false, isAnnounced: false, keeps: false };
  const SECOND = { ...FIRST, asksFirst: true };
  const [now, announced] = ["at-once", "announced"] as const;
  it.each<[string, LeavingFacts, object]>([
    ["under /1", FIRST, { withdrew: now, disqualified: now }],
    ["under /1, overdue", { ...FIRST, isOverdue: true }, { unclaimed: now, withdrew: now, disqualified: now }],
    ["under /1, who has the prize or lost it", { ...FIRST, holds: false, isOverdue: true }, {}],
    ["under /2", SECOND, { withdrew: announced, disqualified: announced }],
    [
      "under /2, overdue",
      { ...SECOND, isOverdue: true },
      { unclaimed: now, withdrew: announced, disqualified: announced },
    ],
    ["of whom it is announced", { ...SECOND, isAnnounced: true }, {}],
    ["of whom it is announced, overdue", { ...SECOND, isAnnounced: true, isOverdue: true }, { unclaimed: now }],
    ["who keeps the prize", { ...SECOND, keeps: true }, { disqualified: announced }],
    [
      "who keeps the prize, and does not claim it",
      { ...SECOND, keeps: true, isOverdue: true },
      { unclaimed: now, disqualified: announced },
    ],
    ["under /2, who has the prize or lost it", { ...SECOND, holds: false }, {}],
  ])("%s", (_, facts, offers) => {
    expect(leavingOffers(facts)).toEqual(offers);
  });
});

describe("who comes", () => {
  it.each([
    [true, 12],
    [false, 12],
    [true, 6],
    [false, 6],
  ])("is the first who is not passed over, as verifiers find; one prize each: %s, of %i", async (one, count) => {
    const plan = planOf({
      reserves: 4,
      onePrizePerEntry: one,
      prizes: [prizeOf("A", { winners: 3 }), prizeOf("B", { winners: 2 })],
    });
    const list = listOf(ticketsOf(plan, Array(count).fill({})));
    const { results, seed } = await drawOf({ plan, list });
    const read = await readListText(plan, list);
    const drawn = drawPrizes(plan, read.list, seed, { replacements: 30 });
    const succession = new Succession(plan, drawn, 0);
    const holders = new Map(results.map(({ prizeCode, winners }) => [prizeCode, [...winners]]));
    const replacements: Replacement[] = [];
    const lines: string[] = [];
    for (const prizeCode of "ABAABBABAABABAAB") {
      const from = holders.get(prizeCode)?.shift();
      if (from === undefined) continue;
      const result = results.find((of) => of.prizeCode === prizeCode) as (typeof results)[number];
      const { next, isOver } = lineOf(plan, { results, replacements }, result);
      const passed = new Set(passedOver(plan, { results, replacements }, { prizeCode, from }));
      const to = drawn.rankings.get(prizeCode)?.find((ticket) => !passed.has(ticket)) ?? null;
      expect(to).toBe(succession.replace(prizeCode, from, 1));
      // Whoever stands first in line comes; where nobody is left, nobody does.
      if (next.length > 0) expect(to).toBe(next[0]);
      if (isOver) expect(to).toBeNull();
      lines.push(isOver ? "over" : next.length > 0 ? "next" : "behind");
      replacements.push({ prizeCode, from, to, reason: "withdrew", note: "", at: "2026-01-01T00:00:00Z" });
      if (to !== null) holders.get(prizeCode)?.push(to);
    }
    expect(replacements.some(({ to }) => to === null)).toBe(true);
    expect(lines).toEqual(expect.arrayContaining(["next", "over"]));
  });
});
