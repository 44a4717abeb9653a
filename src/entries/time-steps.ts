import { TZDate } from "@date-fns/tz";

type Unit = "minute" | "hour" | "day";

/** The times between a first and a last moment in steps of equal length, as the site's time zone has them. */
export type TimeSteps = {
  readonly step: Unit;
  /** How many of the unit one step is long. */
  readonly every: number;
  /** Where each step starts; the last one has `last` in it. */
  readonly starts: readonly Date[];
};

/** More points than that are no longer told apart on a screen. */
const MOST_POINTS = 100;

const MILLISECONDS: Record<Unit, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** From the finest to the coarsest, which is taken for whatever lasts longer than any raffle. */
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

/** The finest steps that lead from `first` to `last` with no more points than a plot can show. */
export function timeSteps(first: Date, last: Date, timeZone: string): TimeSteps {
  const span = last.getTime() - first.getTime();
  // One less, because the first step begins before `first`.
  const { step, every } =
    STEPS.find((size) => span < (MOST_POINTS - 1) * size.every * MILLISECONDS[size.step]) ?? COARSEST;
  const startAt = startsOf(first, step, every, timeZone);
  const starts: Date[] = [];
  for (let start = startAt(0); start <= last; start = startAt(starts.length)) starts.push(start);
  return { step, every, starts };
}

/** Answers the start of the nth step, the first being the one that has `first` in it. */
function startsOf(first: Date, step: Unit, every: number, timeZone: string): (nth: number) => Date {
  const local = new TZDate(first, timeZone);
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()];
  const onWallClock = (...rest: [day: number, hour: number]) =>
    new Date(new TZDate(year, month, rest[0], rest[1], 0, 0, timeZone).getTime());
  // Days and their quarters are those of the wall clock, also where one has 23 or 25 hours.
  if (step === "day") return (nth) => onWallClock(day + nth * every, 0);
  if (step === "hour" && every > 1) {
    const hour = Math.floor(local.getHours() / every) * every;
    return (nth) => onWallClock(day, hour + nth * every);
  }
  // Shorter ones are all of one length; some zones are half an hour off, so that theirs start there.
  const length = every * MILLISECONDS[step];
  const offset = local.getTimezoneOffset() * MILLISECONDS.minute;
  const start = Math.floor((first.getTime() - offset) / length) * length + offset;
  return (nth) => new Date(start + nth * length);
}
