/** The most characters of a reason why an entry is not in play; the database checks the same. */
export const MAX_REASON = 200;
