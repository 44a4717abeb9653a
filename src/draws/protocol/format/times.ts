const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The last second that a time can name (9999-12-31T23:59:59Z). */
const LAST_SECOND = 253_402_300_799;

export const SECONDS_PER_DAY = 86_400;

/** The second since 1970 that a time names; undefined for what is no time (fractions, offsets, 30 February). */
export function secondsOf(time: unknown): number | undefined {
  if (typeof time !== "string" || !TIME.test(time)) return undefined;
  const seconds = Date.parse(time) / 1000;
  // What the calendar does not have is refused or moved on, as V8 does with 30 February: neither reads back as written.
  return Number.isInteger(seconds) && timeOf(seconds) === time ? seconds : undefined;
}

/** A second since 1970 as the protocol writes times; beyond the year 9999, of which there is no time, as seconds. */
export function timeOf(seconds: number): string {
  if (seconds > LAST_SECOND) return `${seconds} s`;
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
