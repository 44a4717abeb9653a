import type { Site } from "#src/api/site.ts";
import type { KeptEvent } from "#src/events/account-events.ts";
import { showMoment } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";

/** An event as its owner's page and the admins' list show it. */
export function keptEventView({ code, title, createdAt }: KeptEvent, site: Site, language: Language) {
  return { code, title, created: showMoment(createdAt, language, site.config.timeZone) };
}

export type KeptEventView = ReturnType<typeof keptEventView>;
