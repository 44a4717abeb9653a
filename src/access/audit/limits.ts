/** The longest reason of an organiser's decision. The database checks the same. */
export const MAX_REASON = 200;
