import { cached, LOCALES } from "./cached-formats.ts";
import type { Language } from "./languages.ts";

/** German writes days without a leading zero, and hours (0 to 23) with one. */
export const DAY: Record<Language, "numeric" | "2-digit"> = { de: "numeric", en: "2-digit", fil: "2-digit" };
export const HOUR: Record<Language, "numeric" | "2-digit"> = { de: "2-digit", en: "numeric", fil: "numeric" };

/**
 * A date in the site's time zone, in long form: with a two-digit day in English and Filipino (March 05, 2025), without
 * in German (5. März 2025).
 */
export function formatDate(moment: Date, language: Language, timeZone: string): string {
  const format = { year: "numeric", month: "long", day: DAY[language], timeZone } as const;
  return cached(`date ${language} ${timeZone}`, () => new Intl.DateTimeFormat(LOCALES[language], format)).format(
    moment,
  );
}

/** The time of day that goes with a date: 6:00 PM, 18:00. Browsers disagree about the space before PM. */
export function formatTime(moment: Date, language: Language, timeZone: string): string {
  const format = { hour: HOUR[language], minute: "2-digit", timeZone } as const;
  return cached(`time ${language} ${timeZone}`, () => new Intl.DateTimeFormat(LOCALES[language], format))
    .format(moment)
    .replaceAll("\u202f", " ");
}

/** A timestamp formatted for display: ISO 8601 for machines, a date, a time of day. */
export type FormattedTimestamp = { readonly iso: string; readonly date: string; readonly time: string };

/** Formats a timestamp, the same on the server and in the browser. */
export function formatTimestamp(moment: Date, language: Language, timeZone: string): FormattedTimestamp {
  return {
    iso: moment.toISOString(),
    date: formatDate(moment, language, timeZone),
    time: formatTime(moment, language, timeZone),
  };
}
