import { cached, LOCALES } from "./cached-formats.ts";
import type { Language } from "./languages.ts";
import { DAY } from "./timestamp.ts";

/** A date in long form with its day of the week: Wednesday, March 05, 2025, or Mittwoch, 5. März 2025 in German. */
export function formatDay(moment: Date, language: Language, timeZone: string): string {
  const format = { weekday: "long", year: "numeric", month: "long", day: DAY[language], timeZone } as const;
  return cached(`day ${language} ${timeZone}`, () => new Intl.DateTimeFormat(LOCALES[language], format)).format(moment);
}
