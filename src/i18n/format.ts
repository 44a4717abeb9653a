import { kept, LOCALES } from "./kept-formats.ts";
import type { Language } from "./languages.ts";

/** German writes days without a leading zero, and hours (0 to 23) with one. */
const DAY: Record<Language, "numeric" | "2-digit"> = { de: "numeric", en: "2-digit", fil: "2-digit" };
const HOUR: Record<Language, "numeric" | "2-digit"> = { de: "2-digit", en: "numeric", fil: "numeric" };

/**
 * A date in the site's time zone, in long form: with a two-digit day in English and Filipino (March 05, 2025), without
 * in German (5. März 2025).
 */
export function formatDate(moment: Date, language: Language, timeZone: string): string {
  const format = { year: "numeric", month: "long", day: DAY[language], timeZone } as const;
  return kept(`date ${language} ${timeZone}`, () => new Intl.DateTimeFormat(LOCALES[language], format)).format(moment);
}

/** The time of day that goes with a date: 6:00 PM, 18:00. Browsers disagree about the space before PM. */
function formatTime(moment: Date, language: Language, timeZone: string): string {
  const format = { hour: HOUR[language], minute: "2-digit", timeZone } as const;
  return kept(`time ${language} ${timeZone}`, () => new Intl.DateTimeFormat(LOCALES[language], format))
    .format(moment)
    .replaceAll("\u202f", " ");
}

/** Formats the labels of a plot's time axis, the same on the server and in the browser: Nov 21, or Nov 21, 8:30 AM. */
export function stepFormat(
  step: "minute" | "hour" | "day",
  language: Language,
  timeZone: string,
): (moment: Date) => string {
  const time = step === "day" ? {} : ({ hour: HOUR[language], minute: "2-digit" } as const);
  const format = new Intl.DateTimeFormat(LOCALES[language], { month: "short", day: "numeric", ...time, timeZone });
  // Browsers disagree about the space before AM.
  return (moment) => format.format(moment).replaceAll("\u202f", " ");
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

/**
 * A moment in the short form of cards and stubs, such as Wed, Nov 25 · 6 PM, or Mi., 25. Nov. · 18:00 in German. Full
 * hours have no minutes in English and Filipino. A year other than that of `now` is named.
 */
export function formatShort(moment: Date, now: Date, language: Language, timeZone: string): string {
  const year = formatYear(moment, timeZone) === formatYear(now, timeZone) ? undefined : "numeric";
  const day = { weekday: "short", year, month: "short", day: "numeric", timeZone } as const;
  const name = `short ${year} ${language} ${timeZone}`;
  const date = kept(name, () => new Intl.DateTimeFormat(LOCALES[language], day));
  const time = formatTime(moment, language, timeZone);
  return `${date.format(moment)} · ${language === "de" ? time : time.replace(":00", "")}`;
}

function formatYear(moment: Date, timeZone: string): string {
  return kept(`year ${timeZone}`, () => new Intl.DateTimeFormat("en", { year: "numeric", timeZone })).format(moment);
}

/** The parts of a span, the largest first, in milliseconds. */
const SPANS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long it is until a moment, in its largest whole part: in 2 hours, in 2 Stunden. */
export function formatUntil(moment: Date, now: Date, language: Language): string {
  const left = Math.max(0, moment.getTime() - now.getTime());
  const [unit, size] = SPANS.find(([, each]) => left >= each) ?? (["minute", 60_000] as const);
  return new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.floor(left / size)), unit);
}

/** The place whose time a zone is: Manila for Asia/Manila. */
export function placeOfZone(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
