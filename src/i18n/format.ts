import type { Language } from "./languages.ts";

/** Filipino is written with the dates and numbers of English, as people in the Philippines write them. */
const LOCALES: Record<Language, string> = { de: "de-DE", en: "en-US", fil: "en-US" };

/** German counts days without a leading zero, and hours of the whole day with one. */
const DAY: Record<Language, "numeric" | "2-digit"> = { de: "numeric", en: "2-digit", fil: "2-digit" };
const HOUR: Record<Language, "numeric" | "2-digit"> = { de: "2-digit", en: "numeric", fil: "numeric" };

/**
 * A date as the product shows it, in the site's time zone: the long form, with a two-digit day in English and
 * Filipino (March 05, 2025), as the language has it in German (5. März 2025).
 */
export function formatDate(moment: Date, language: Language, timeZone: string): string {
  const format = { year: "numeric", month: "long", day: DAY[language], timeZone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(moment);
}

/** The time of day that goes with a date: 6:00 PM, 18:00. */
function formatTime(moment: Date, language: Language, timeZone: string): string {
  const format = { hour: HOUR[language], minute: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(moment);
}

/** An amount with its currency's label: PHP 1,500.00, 1.500,00 PHP. */
export function formatWorth(amount: number, language: Language, currency: string): string {
  const format = { style: "currency", currency, currencyDisplay: "code" } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(amount);
}

/** A number of things: 1,234, or 1.234 in German. */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language]).format(count);
}

/** A part of a whole in percent, never more than all of it: 67%. Of nothing it is 0%. */
export function formatShare(part: number, whole: number, language: Language): string {
  const share = whole === 0 ? 0 : Math.min(1, part / whole);
  return new Intl.NumberFormat(LOCALES[language], { style: "percent" }).format(share);
}

/** What names the steps of a plot, on the server and in the browser alike: Nov 21, or Nov 21, 8:30 AM. */
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

/** A moment ready to be shown: for machines, as a date, as a time of day. */
export type ShownMoment = { readonly iso: string; readonly date: string; readonly time: string };

/** Makes a moment ready to be shown, so that pages carry no time-zone data to the browser. */
export function showMoment(moment: Date, language: Language, timeZone: string): ShownMoment {
  return {
    iso: moment.toISOString(),
    date: formatDate(moment, language, timeZone),
    time: formatTime(moment, language, timeZone),
  };
}
