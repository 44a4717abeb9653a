import { HOUR_MS } from "#src/base/clock.ts";
import { formatWallClock, parseTimestamp } from "#src/raffles/wall-clock.ts";
import type { DueChoice, DueName } from "../raffle-form/due-choice.ts";
import { daysLater } from "./copied-dates.ts";

/** When shops have closed, and people look at their phones. */
const EVENING = "20:00";

/** A raffle that closes sooner is joined by nobody. */
const LEAST_MS = HOUR_MS;

const WEEK_DAYS = 7;

/** The usual due dates of a new raffle, the soonest first. Tonight is none where that is too soon. */
export function dueChoices(now: Date, timeZone: string): DueChoice[] {
  const [today = ""] = formatWallClock(now, timeZone).split("T");
  const choice = (name: DueName, days: number): DueChoice => {
    const value = `${daysLater(today, days)}T${EVENING}`;
    const at = parseTimestamp(value, timeZone) ?? now;
    return { name, value, leftMs: at.getTime() - LEAST_MS - now.getTime() };
  };
  const tonight = choice("tonight", 0);
  const first = [...(tonight.leftMs > 0 ? [tonight] : []), choice("tomorrow", 1)];
  const week = choice("week", WEEK_DAYS);
  const sunday = choice("sunday", WEEK_DAYS - new Date(`${today}T00:00:00Z`).getUTCDay());
  const isNamed = [...first, week].some(({ value }) => value === sunday.value);
  return isNamed ? [...first, week] : [...first, sunday, week];
}
