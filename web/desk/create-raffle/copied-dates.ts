import { DAY_MS } from "#src/base/clock.ts";
import { formatWallClock, parseTimestamp } from "#src/raffles/wall-clock.ts";

const WEEK_DAYS = 7;

type Dates = { readonly dueDate: Date; readonly drawDate: Date };

/**
 * The dates of a raffle that is used again, as an organiser would type them: the same weekdays and hours, so many weeks
 * later that it is due in the future.
 */
export function copiedDates({ dueDate, drawDate }: Dates, now: Date, timeZone: string) {
  const weeksAgo = Math.floor((now.getTime() - dueDate.getTime()) / (WEEK_DAYS * DAY_MS));
  // Summer time can move the hour beyond now.
  const weeks = [weeksAgo, weeksAgo + 1, weeksAgo + 2].find((count) => {
    const due = parseTimestamp(weeksLater(dueDate, count, timeZone), timeZone);
    return count >= 1 && due !== null && due > now;
  });
  const later = (date: Date) => weeksLater(date, weeks ?? 1, timeZone);
  return { dueDate: later(dueDate), drawDate: later(drawDate) };
}

/** A date so many weeks later, at the same hour of the wall clock. */
function weeksLater(date: Date, weeks: number, timeZone: string): string {
  const [day = "", time = ""] = formatWallClock(date, timeZone).split("T");
  return `${daysLater(day, weeks * WEEK_DAYS)}T${time}`;
}

/** A day of the calendar, such as 2026-11-26, so many days later. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
