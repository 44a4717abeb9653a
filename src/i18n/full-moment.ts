import { cached, LOCALES } from "./cached-formats.ts";
import { placeOfZone } from "./format.ts";
import type { Language } from "./languages.ts";
import { DAY, formatTime } from "./timestamp.ts";
import { translate } from "./translate.ts";

/**
 * A moment in full, with weekday, hour and the place whose time it is. For mails, which are read anywhere and later:
 * Thursday, March 05, 2099, 6:00 PM (Manila time).
 */
export function fullMoment(moment: Date, language: Language, timeZone: string): string {
  const format = { weekday: "long", year: "numeric", month: "long", day: DAY[language], timeZone } as const;
  const day = cached(`full ${language} ${timeZone}`, () => new Intl.DateTimeFormat(LOCALES[language], format));
  const zone = translate(language, { key: "raffles:closes.zone", params: { place: placeOfZone(timeZone) } });
  const params = { date: day.format(moment), time: formatTime(moment, language, timeZone), zone };
  return translate(language, { key: "mails:moment", params });
}
