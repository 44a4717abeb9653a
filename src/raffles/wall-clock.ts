import { TZDate } from "@date-fns/tz";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})$/;
/** The last second that the draw protocol can name. */
export const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);
const FIRST_MOMENT = Date.UTC(2000, 0, 1);

/**
 * Reads a date and time in one of three forms. An instant has its offset (RFC 3339). A wall-clock time, from a form's
 * date field, is in the site's time zone. A bare date means the end of that day in the site's time zone.
 *
 * @returns the moment, or null if the text has no such form or names a day that does not exist
 */
export function parseTimestamp(text: string, timeZone: string): Date | null {
  const typed = text.trim();
  if (INSTANT.test(typed)) return plausible(new Date(typed.replace(" ", "T")), typed);
  const day = DATE.exec(typed);
  if (day) return inZone(day, [23, 59, 59], timeZone);
  const clock = WALL_CLOCK.exec(typed);
  if (clock) return inZone(clock, [Number(clock[4]), Number(clock[5]), Number(clock[6] ?? 0)], timeZone);
  return null;
}

/** Formats a moment for a form's date field: wall-clock time in the zone, without seconds if they are zero. */
export function formatWallClock(moment: Date, timeZone: string): string {
  // The Swedish locale formats dates as in ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  return format
    .format(moment)
    .replace(" ", "T")
    .replace(/^(.{16}):00$/, "$1");
}

function inZone(match: RegExpExecArray, time: [number, number, number], timeZone: string): Date | null {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = time;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return null;
  const local = new TZDate(year, month - 1, day, hour, minute, second, timeZone);
  // February 30 rolls over to March: such a day does not exist.
  if (local.getDate() !== day) return null;
  return plausible(new Date(local.getTime()), match[0]);
}

function plausible(moment: Date, typed: string): Date | null {
  if (Number.isNaN(moment.getTime())) return null;
  // `new Date` also rolls over: 2026-02-30T00:00Z becomes March 2.
  const days = new Date(Date.UTC(Number(typed.slice(0, 4)), Number(typed.slice(5, 7)), 0)).getUTCDate();
  if (Number(typed.slice(8, 10)) > days) return null;
  return moment.getTime() >= FIRST_MOMENT && moment.getTime() <= LAST_MOMENT ? moment : null;
}
