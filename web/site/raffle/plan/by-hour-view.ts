import type { EntriesByHour } from "#src/entries/stats/by-hour.ts";
import type { Site } from "#src/http/site.ts";
import { stepFormat } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";

/** How fast entries come, with the most in one hour; hours are texts in the site's zone and the page's language. */
export function byHourView({ total, hours }: EntriesByHour, open: boolean, site: Site, language: Language) {
  const counts = hours.map((hour) => hour.entries);
  const most = Math.max(...counts);
  const at = hours.find((hour) => hour.entries === most)?.from;
  return {
    total: formatCount(total, language),
    open,
    /** Of the last 24 hours, the oldest first. */
    counts,
    inAll: formatCount(
      counts.reduce((sum, entries) => sum + entries, 0),
      language,
    ),
    most: formatCount(most, language),
    mostFrom: at ? stepFormat("hour", language, site.config.timeZone)(at) : "",
  };
}
