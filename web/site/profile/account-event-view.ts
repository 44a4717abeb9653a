import type { AccountEvent } from "#src/events/account-events.ts";
import type { Site } from "#src/http/site.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";

/** An event as its owner's page and the admins' list show it. */
export function accountEventView(
  { code, title, createdAt, switchedOff }: AccountEvent,
  site: Site,
  language: Language,
) {
  return { code, title, switchedOff, created: formatTimestamp(createdAt, language, site.config.timeZone) };
}

export type AccountEventView = ReturnType<typeof accountEventView>;
