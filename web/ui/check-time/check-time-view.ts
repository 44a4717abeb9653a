import { type FormattedTimestamp, formatTimestamp } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";

/** Until when a list can be checked, and how long that is in milliseconds. Null for one that locks by hand alone. */
export type CheckTimeView = { readonly until: FormattedTimestamp; readonly leftMs: number } | null;

/** How long a list that is not locked can be checked, in texts of its site's zone. */
export function checkTimeView(
  lockAt: Date | null,
  { now, language, timeZone }: { readonly now: Date; readonly language: Language; readonly timeZone: string },
): CheckTimeView {
  return lockAt && { until: formatTimestamp(lockAt, language, timeZone), leftMs: lockAt.getTime() - now.getTime() };
}
