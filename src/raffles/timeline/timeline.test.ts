import { expect, test } from "vitest";
import { lockAtOf, possibleDrawDate, timelineOf, waitsFor } from "./timeline.ts";

const at = (time: string) => new Date(`2026-11-28T${time}Z`);

const RAFFLE = {
  createdAt: at("01:00"),
  publishAt: null,
  dueDate: at("10:00"),
  checkMinutes: 120,
  drawDate: at("13:00"),
  leadMinutes: 60,
  claimDays: 60,
  lockedAt: null,
  roundAt: null,
};

test("a raffle closes, is checked, publishes its list, and is drawn", () => {
  expect(timelineOf(RAFFLE)).toEqual({
    opens: at("01:00"),
    closes: at("10:00"),
    lock: at("12:00"),
    draw: at("13:00"),
    claimUntil: new Date("2027-01-27T13:00Z"),
  });
  expect(timelineOf({ ...RAFFLE, publishAt: at("02:00") }).opens).toEqual(at("02:00"));
});

test.each([
  ["the draw leaves more time", { drawDate: at("20:00") }, "19:00", "20:00"],
  ["no time to check", { checkMinutes: 0 }, "12:00", "13:00"],
  ["a stored draw date without time to check", { checkMinutes: 0, drawDate: at("10:00") }, "10:00", "11:00"],
  ["a stored draw date that is too early", { drawDate: at("10:30") }, "12:00", "13:00"],
])("the list locks after the time to check, and as late as the draw allows: %s", (_, changes, lock, draw) => {
  const raffle = { ...RAFFLE, ...changes };
  expect([timelineOf(raffle).lock, timelineOf(raffle).draw]).toEqual([at(lock), at(draw)]);
  expect(lockAtOf(raffle)).toEqual(at(lock));
});

test("what was so counts more than the plan", () => {
  const early = timelineOf({ ...RAFFLE, lockedAt: at("10:05") });
  expect([early.lock, early.draw]).toEqual([at("10:05"), at("13:00")]);
  const late = timelineOf({ ...RAFFLE, lockedAt: at("15:00") });
  expect([late.lock, late.draw]).toEqual([at("15:00"), at("16:00")]);
  const round = timelineOf({ ...RAFFLE, lockedAt: at("15:00"), roundAt: at("16:00:03") });
  expect(round.draw).toEqual(at("16:00:03"));
});

test.each([
  ["lock", "11:59", {}],
  ["locking", "12:00", {}],
  ["draw", "12:59", { lockedAt: at("12:00") }],
  ["draw", "12:00", { lockedAt: at("11:00"), roundAt: at("13:00") }],
  ["beacon", "13:01", { lockedAt: at("12:00"), roundAt: at("13:00") }],
] as const)("a closed raffle waits for the %s at %s", (waits, now, changes) => {
  expect(waitsFor({ ...RAFFLE, ...changes }, at(now))).toBe(waits);
});

test("a draw date that is too early moves to the first that is possible, and any other stays", () => {
  expect(possibleDrawDate({ ...RAFFLE, drawDate: at("10:00") })).toEqual(at("13:00"));
  expect(possibleDrawDate(RAFFLE)).toEqual(at("13:00"));
  expect(possibleDrawDate({ ...RAFFLE, drawDate: at("18:00") })).toEqual(at("18:00"));
});
