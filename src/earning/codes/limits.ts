/** The database checks these. */
export const CODE_LIMITS = { codes: 1_000_000, name: 100, key: 100 } as const;

/** Codes of a raffle, some 150 bytes each. Anybody can make a raffle without an account, and as many as they like. */
export const CODES_OF_RAFFLE = { owned: CODE_LIMITS.codes, ownerless: 20_000 } as const;

/** Batches of a raffle: more than one a day for a season. */
export const MAX_BATCHES = 200;

/** Codes that are stored with one statement: some 100 kB. */
export const CODES_AT_ONCE = 5_000;

/** Codes on one page for the printer: what a browser lays out without a wait. */
export const CODES_PER_SHEET = 300;
