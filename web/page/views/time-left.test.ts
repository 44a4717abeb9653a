import { expect, test } from "vitest";
import { HOUR_MS } from "#src/base/clock.ts";
import { timeLeft } from "./time-left.ts";

const now = new Date("2026-11-22T10:00:00Z");

test.each([
  [-1, "over", 0],
  [0, "lastHour", 0],
  [HOUR_MS - 1, "lastHour", 0],
  [HOUR_MS, "hours", 1],
  [48 * HOUR_MS - 1, "hours", 47],
  [48 * HOUR_MS, "days", 2],
  [100 * HOUR_MS, "days", 4],
])("%i ms before its end a raffle has so many %s left", (ms, unit, count) => {
  expect(timeLeft(new Date(now.getTime() + ms), now)).toEqual({ unit, count });
});
