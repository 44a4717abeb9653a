import { expect, test } from "vitest";
import type { Outlook } from "#src/draws/outlook.ts";
import type { Standing } from "#src/entries/standing/rules.ts";
import { TICKET_ORDER, ticketState, ticketStep } from "./rules.ts";
import { formatNear } from "./when.ts";

const NOTHING = { won: [], lost: [] };
const IN: Standing = { state: "in", prizes: [], all: true, because: "chosen", chances: 1 };
const NOT_YET: Standing = {
  state: "not-yet",
  missing: [{ ruleId: "a", details: "Follow", waits: false }],
  oneIsEnough: false,
};
const OUT: Standing = { state: "out", reason: "", at: null };
const WON_BEFORE: Standing = { state: "won-before" };

const OUTLOOKS: readonly Outlook[] = ["open", "empty", "nobody-in-play", "soon", "over", "announcing", "drawn"];

test.each<[Standing, Outlook, boolean, string]>([
  [IN, "open", false, "in"],
  [IN, "soon", false, "closed"],
  [IN, "soon", true, "locked"],
  [IN, "announcing", true, "announcing"],
  [IN, "drawn", true, "not-won"],
  [IN, "over", false, "over"],
  [NOT_YET, "open", false, "not-yet"],
  [NOT_YET, "soon", true, "not-in"],
  [NOT_YET, "drawn", true, "not-in"],
  [OUT, "open", false, "out"],
  [OUT, "drawn", true, "out"],
  [WON_BEFORE, "soon", true, "out"],
])("%o in a raffle that is %s (locked: %s) is %s", (standing, outlook, isLocked, state) => {
  expect(ticketState(standing, outlook, NOTHING, isLocked)).toBe(state);
});

test("what was won is said whatever else is so, and what is held before what is lost", () => {
  for (const standing of [IN, NOT_YET, OUT]) {
    for (const outlook of OUTLOOKS) {
      expect(ticketState(standing, outlook, { won: ["A"], lost: ["B"] }, true)).toBe("won");
      expect(ticketState(standing, outlook, { won: [], lost: ["B"] }, true)).toBe("lost");
    }
  }
});

test("each state has its place in the list", () => {
  for (const standing of [IN, NOT_YET, OUT, WON_BEFORE]) {
    for (const outlook of OUTLOOKS) {
      for (const isLocked of [true, false]) {
        expect(TICKET_ORDER).toContain(ticketState(standing, outlook, NOTHING, isLocked));
      }
    }
  }
});

const at = (text: string) => new Date(`2026-11-${text}:00+08:00`);

const PLANNED = {
  createdAt: at("01T08:00"),
  dueDate: at("26T18:00"),
  drawDate: at("26T21:00"),
  checkMinutes: 120,
  leadMinutes: 60,
  claimDays: 30,
  lockedAt: null,
  roundAt: null,
};
const LOCKED = { ...PLANNED, lockedAt: at("26T20:00"), roundAt: at("26T21:00") };

test.each([
  ["open", PLANNED, "25T08:00", { step: "open", at: at("26T18:00") }],
  ["soon", PLANNED, "26T19:00", { step: "lock", at: at("26T20:00") }],
  ["soon", PLANNED, "26T20:01", { step: "locking" }],
  ["soon", LOCKED, "26T20:30", { step: "draw", at: at("26T21:00") }],
  ["soon", LOCKED, "26T21:01", { step: "beacon" }],
  ["drawn", LOCKED, "27T08:00", { step: "drawn", at: at("26T21:00") }],
  ["over", PLANNED, "30T08:00", { step: "over" }],
] as const)("of a raffle that is %s comes next what its timeline says", (outlook, raffle, now, next) => {
  expect(ticketStep(raffle, { outlook, claimBy: [], announceBy: null }, at(now))).toEqual(next);
});

test("winners read until when prizes can be claimed, and who waits for a show until when it is announced", () => {
  const won = { outlook: "drawn", claimBy: [at("30T21:00"), at("28T21:00")], announceBy: null } as const;
  expect(ticketStep(LOCKED, won, at("27T08:00"))).toEqual({ step: "claim", at: at("28T21:00") });
  expect(ticketStep(LOCKED, won, at("28T21:00"))).toEqual({ step: "claim", at: at("30T21:00") });
  expect(ticketStep(LOCKED, won, at("30T21:00"))).toEqual({ step: "drawn", at: at("26T21:00") });
  const waiting = { outlook: "announcing", claimBy: [], announceBy: at("27T21:00") } as const;
  expect(ticketStep(LOCKED, waiting, at("26T22:00"))).toEqual({ step: "announcing", at: at("27T21:00") });
});

test.each([
  ["26T08:00", "26T17:30", "today, 5:30 PM"],
  ["26T08:00", "26T20:00", "tonight, 8:00 PM"],
  ["25T23:59", "26T20:00", "tomorrow, 8:00 PM"],
  ["24T08:00", "26T20:00", "Thu, Nov 26 · 8 PM"],
  ["27T08:00", "26T20:00", "Thu, Nov 26 · 8 PM"],
])("on Nov %s a time on Nov %s is %s", (now, then, text) => {
  expect(formatNear(at(then), at(now), "en", "Asia/Manila")).toBe(text);
});
