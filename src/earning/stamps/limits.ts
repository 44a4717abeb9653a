/** The database checks the first two. */
export const STATION_LIMITS = { name: 60, place: 100 } as const;

/** Screens of a raffle whose codes count at one time: each makes a guess more likely (code-attempts.ts). */
export const MAX_SCREENS = 240;

/** How long a scanned code waits for its visitor to fill in the entry form. */
export const TICKET_MS = 15 * 60_000;

/** How old a code may be for which the answer is "too old": who typed it has not guessed. */
export const PAST_STEPS = 20;
