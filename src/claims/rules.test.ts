import { expect, it } from "vitest";
import { CLAIM_STATES, type ClaimTimes, stateOf, whyNotGivenBack } from "./rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const then = new Date("2026-11-20T12:00:00Z");
const NEW: ClaimTimes = {
  ...{ claimBy: new Date("2026-12-22T12:00:00Z"), openedAt: null, claimedAt: null, declinedAt: null },
  ...{ turnedDownAt: null, handedOverAt: null, goneAt: null },
};

it.each([
  ["waiting", {}, false],
  ["notified", {}, true],
  ["opened", { openedAt: then }, true],
  ["turned-down", { openedAt: then, turnedDownAt: then }, true],
  ["overdue", { openedAt: then, turnedDownAt: then, claimBy: then }, true],
  ["declined", { claimBy: then, declinedAt: then }, true],
  ["claimed", { claimBy: then, turnedDownAt: then, claimedAt: then }, true],
  ["handed-over", { claimedAt: then, handedOverAt: then }, true],
  ["gone", { claimedAt: then, goneAt: then }, true],
] as const)("a claim is %s with %j, notified: %s", (state, changes, notified) => {
  expect(stateOf({ ...NEW, ...changes }, notified, NOW)).toBe(state);
});

it("is not overdue at its deadline, but after it", () => {
  expect(stateOf({ ...NEW, claimBy: NOW }, true, NOW)).toBe("notified");
  expect(stateOf({ ...NEW, claimBy: new Date(NOW.getTime() - 1) }, true, NOW)).toBe("overdue");
});

it("is given back by who holds it and does not have it yet, also where the time to claim is over", () => {
  expect(CLAIM_STATES.filter(whyNotGivenBack)).toEqual(["gone", "handed-over", "declined"]);
});
