import type { readErasure } from "#src/entries/retention/erasure.ts";
import type { Site } from "#src/http/site.ts";
import { formatTimestamp } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";

/** Whether an entrant can erase their entry, and else why not and when again. */
export function erasureView(
  { erasure, lockAt }: NonNullable<Awaited<ReturnType<typeof readErasure>>>,
  site: Site,
  language: Language,
) {
  if (erasure.ok) return { can: true, ticketStays: erasure.value === "ticket-stays" } as const;
  const holdsPrize = erasure.refusal.reason === "erase-holds-prize";
  const locksAt = holdsPrize || !lockAt ? null : formatTimestamp(lockAt, language, site.config.timeZone);
  return { can: false, holdsPrize, locksAt } as const;
}

export type ErasureView = ReturnType<typeof erasureView>;
