import { describe, expect, it } from "vitest";
import { isUnderWay, lastStep, phaseOf, revealedAt, type ShowState } from "./rules.ts";

const PRIZE = { name: "Ham", winners: 1, revealed: null };
const OPEN: ShowState = {
  ...{ raffle: "FIESTA26", name: "Fiesta", dueAt: "2026-11-28T10:00:00.000Z", lockAt: null, locked: null },
  ...{ isDrawn: false, isAnnounced: false, step: 0, prizes: [PRIZE, PRIZE] },
};
const LOCKED = {
  ...OPEN,
  locked: { lockHash: "", sixWords: "", tickets: 3, inPlay: 3, roundAt: "2026-11-28T12:00:00.000Z" },
};
const [DUE, ROUND] = [Date.parse(OPEN.dueAt), Date.parse(LOCKED.locked.roundAt)];

describe("a show", () => {
  it.each([
    ["open", OPEN, DUE],
    ["checking", OPEN, DUE + 1],
    ["locked", LOCKED, ROUND - 1],
    ["beacon", LOCKED, ROUND],
  ])("waits: %s", (kind, state, now) => {
    expect(phaseOf(state, now)).toEqual({ kind });
  });

  it("goes through all prizes, whatever the time", () => {
    const phases = [0, 1, 2, 3, 4, 5].map((step) => phaseOf({ ...LOCKED, isDrawn: true, step }, 0));
    expect(phases).toEqual([
      { kind: "ready" },
      { kind: "turning", prize: 0 },
      { kind: "shown", prize: 0 },
      { kind: "turning", prize: 1 },
      { kind: "shown", prize: 1 },
      { kind: "over" },
    ]);
    expect(lastStep(2)).toBe(5);
  });

  it("is under way from its first step to the one before its last, and reveals a prize with every second", () => {
    expect([0, 1, 2, 3, 4, 5].map((step) => [isUnderWay(step, 2), revealedAt(step)])).toEqual([
      [false, 0],
      [true, 0],
      [true, 1],
      [true, 1],
      [true, 2],
      [false, 2],
    ]);
  });
});
