import type { Language } from "./languages.ts";

const LOCALES: Record<Language, string> = { en: "en-US" };

/** A date as the product shows it: the long form with a two-digit day (March 05, 2025), in the site's time zone. */
export function formatDate(moment: Date, language: Language, timeZone: string): string {
  const format = { year: "numeric", month: "long", day: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(moment);
}

/** The time of day that goes with a date: 6:00 PM. */
function formatTime(moment: Date, language: Language, timeZone: string): string {
  const format = { hour: "numeric", minute: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(moment);
}

/** An amount with its currency's label in front: PHP 1,500.00. */
export function formatWorth(amount: number, language: Language, currency: string): string {
  const format = { style: "currency", currency, currencyDisplay: "code" } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(amount);
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
