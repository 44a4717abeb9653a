import { DAY_MS } from "#src/base/clock.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatDate, formatTime } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";

/** From this hour on it is evening. */
const EVENING = 18;

/** A moment as people say it: today, tonight or tomorrow with the time; else in the short form of cards. */
export function formatNear(at: Date, now: Date, language: Language, timeZone: string): string {
  const day = (moment: Date) => formatDate(moment, "en", timeZone);
  const time = formatTime(at, language, timeZone);
  if (day(at) === day(now)) {
    const hour = Number(new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone }).format(at));
    return translate(language, {
      key: hour < EVENING ? "pages:tickets.today" : "pages:tickets.tonight",
      params: { time },
    });
  }
  if (at > now && day(at) === day(new Date(now.getTime() + DAY_MS))) {
    return translate(language, { key: "pages:tickets.tomorrow", params: { time } });
  }
  return formatShort(at, now, language, timeZone);
}
