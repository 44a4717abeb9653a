import type { EntriesByHour } from "#src/entries/stats/by-hour.ts";
import type { Site } from "#src/http/site.ts";
import { stepFormat } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import type { ByHourView } from "./entries-by-hour.tsx";

export function byHourView({ total, hours }: EntriesByHour, open: boolean, site: Site, language: Language): ByHourView {
  const counts = hours.map((hour) => hour.entries);
  const most = Math.max(...counts);
  const at = hours.find((hour) => hour.entries === most)?.from;
  return {
    total: formatCount(total, language),
    open,
    counts,
    inAll: formatCount(
      counts.reduce((sum, entries) => sum + entries, 0),
      language,
    ),
    most: formatCount(most, language),
    mostFrom: at ? stepFormat("hour", language, site.config.timeZone)(at) : "",
  };
}
