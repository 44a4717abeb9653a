import { HOUR_MS } from "#src/base/clock.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

/** The database checks the first two. */
export const STATION_LIMITS = { name: 60, place: 100 } as const;

/** Screens of a raffle whose codes count at one time: each makes a guess more likely (code-attempts.ts). */
export const MAX_SCREENS = 240;

/** How long a scanned code waits for its visitor to fill in the entry form. */
export const TICKET_MS = 15 * 60_000;

/**
 * Tickets for scans. A queue of forty people passes a screen in half a minute at most, and a market's visitors share a
 * network. Somebody on the spot who mints tickets for a chat needs hundreds of them.
 */
export const STAMP_TICKETS: ActionPolicy = {
  action: "stamp ticket",
  network: { free: 60, windowMs: HOUR_MS, doublesAfter: 60 },
  subject: { free: 40, windowMs: HOUR_MS, doublesAfter: 40 },
};

/** How old a code may be for which the answer is "too old": who typed it has not guessed. */
export const PAST_STEPS = 20;
