/** The database checks these. */
export const CODE_LIMITS = { codes: 1_000_000, name: 100, key: 100 } as const;

/** Batches of a raffle: more than one a day for a season. */
export const MAX_BATCHES = 200;

/** Codes that are stored with one statement: some 100 kB. */
export const CODES_AT_ONCE = 5_000;

/** Codes on one page for the printer: what a browser lays out without a wait. */
export const CODES_PER_SHEET = 300;
