import { DAY_MS, HOUR_MS } from "#src/base/clock.ts";

/** From so many days on, people count days. Below it "1 day left" could be 25 hours or 47. */
const COUNTED_DAYS = 2;

/** How long something still is open, as people say it: whole days, then whole hours. */
export type TimeLeft = { readonly unit: "days" | "hours" | "lastHour" | "over"; readonly count: number };

export function timeLeft(due: Date, now: Date): TimeLeft {
  const left = due.getTime() - now.getTime();
  if (left < 0) return { unit: "over", count: 0 };
  if (left >= COUNTED_DAYS * DAY_MS) return { unit: "days", count: Math.floor(left / DAY_MS) };
  const count = Math.floor(left / HOUR_MS);
  return count === 0 ? { unit: "lastHour", count } : { unit: "hours", count };
}
