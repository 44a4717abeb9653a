import { TZDate } from "@date-fns/tz";
import { DAY_MS, HOUR_MS } from "#src/base/clock.ts";

type Unit = "minute" | "hour" | "day";

/** Steps of equal length in the site's time zone, from a first to a last moment. */
export type TimeSteps = {
  readonly step: Unit;
  /** The length of one step, in the unit of `step`. */
  readonly every: number;
  /** The start of each step; the last step contains `last`. */
  readonly starts: readonly Date[];
};

/** The most points that are still distinct on a screen. */
const MAX_POINTS = 100;

const MILLISECONDS: Record<Unit, number> = { minute: 60_000, hour: HOUR_MS, day: DAY_MS };

/** From the finest to the coarsest, which also serves for a span longer than any raffle. */
const STEPS: readonly { readonly step: Unit; readonly every: number }[] = [
  { step: "minute", every: 1 },
  { step: "minute", every: 5 },
  { step: "minute", every: 15 },
  { step: "hour", every: 1 },
  { step: "hour", every: 6 },
  { step: "day", every: 1 },
  { step: "day", every: 7 },
  { step: "day", every: 28 },
];
const COARSEST = { step: "day", every: 28 } as const;

/** The finest steps from `first` to `last` that need no more points than a plot can show. */
export function timeSteps(first: Date, last: Date, timeZone: string): TimeSteps {
  const span = last.getTime() - first.getTime();
  // One step less, because the first step begins before `first`.
  const { step, every } =
    STEPS.find((size) => span < (MAX_POINTS - 1) * size.every * MILLISECONDS[size.step]) ?? COARSEST;
  const startAt = startsOf(first, step, every, timeZone);
  const starts: Date[] = [];
  for (let start = startAt(0); start <= last; start = startAt(starts.length)) starts.push(start);
  return { step, every, starts };
}

/** Returns a function that gives the start of the nth step; step 0 contains `first`. */
function startsOf(first: Date, step: Unit, every: number, timeZone: string): (nth: number) => Date {
  const local = new TZDate(first, timeZone);
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()];
  const onWallClock = (...rest: [day: number, hour: number]) =>
    new Date(new TZDate(year, month, rest[0], rest[1], 0, 0, timeZone).getTime());
  // Days and quarters of a day follow the wall clock, even if a day has 23 or 25 hours.
  if (step === "day") return (nth) => onWallClock(day + nth * every, 0);
  if (step === "hour" && every > 1) {
    const hour = Math.floor(local.getHours() / every) * every;
    return (nth) => onWallClock(day, hour + nth * every);
  }
  // Shorter steps have a fixed length. Some time zones are half an hour off UTC, so the steps start at their offset.
  const length = every * MILLISECONDS[step];
  const offset = local.getTimezoneOffset() * MILLISECONDS.minute;
  const start = Math.floor((first.getTime() - offset) / length) * length + offset;
  return (nth) => new Date(start + nth * length);
}
