import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const HOUR = 3_600_000;
const now = new Date("2026-11-22T10:00:00Z");

test.each([
  [-1, "over", 0],
  [0, "lastHour", 0],
  [HOUR - 1, "lastHour", 0],
  [HOUR, "hours", 1],
  [48 * HOUR - 1, "hours", 47],
  [48 * HOUR, "days", 2],
  [100 * HOUR, "days", 4],
])("%i ms before its end a raffle has so many %s left", (ms, unit, count) => {
  expect(timeLeft(new Date(now.getTime() + ms), now)).toEqual({ unit, count });
});
