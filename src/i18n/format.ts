import { DAY_MS, HOUR_MS } from "#src/base/clock.ts";
import { cached, LOCALES } from "./cached-formats.ts";
import type { Language } from "./languages.ts";
import { formatTime, HOUR } from "./timestamp.ts";

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

/**
 * A moment in the short form of cards and stubs, such as Wed, Nov 25 · 6 PM, or Mi., 25. Nov. · 18:00 in German. Full
 * hours have no minutes in English and Filipino. A year other than that of `now` is named.
 */
export function formatShort(moment: Date, now: Date, language: Language, timeZone: string): string {
  const year = formatYear(moment, timeZone) === formatYear(now, timeZone) ? undefined : "numeric";
  const day = { weekday: "short", year, month: "short", day: "numeric", timeZone } as const;
  const name = `short ${year} ${language} ${timeZone}`;
  const date = cached(name, () => new Intl.DateTimeFormat(LOCALES[language], day));
  return `${date.format(moment)} · ${formatShortTime(moment, language, timeZone)}`;
}

/** The time of day of that form: 8 PM, 20:00 in German. */
export function formatShortTime(moment: Date, language: Language, timeZone: string): string {
  const time = formatTime(moment, language, timeZone);
  return language === "de" ? time : time.replace(":00", "");
}

function formatYear(moment: Date, timeZone: string): string {
  return cached(`year ${timeZone}`, () => new Intl.DateTimeFormat("en", { year: "numeric", timeZone })).format(moment);
}

/** The parts of a span, the largest first, in milliseconds. */
const SPANS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
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
