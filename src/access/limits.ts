/** How many helper links a raffle may have. A shop with more counters can share them. */
export const MAX_HELPERS = 50;

/** The longest name of a helper; the database checks the same limit. */
export const MAX_HELPER_NAME = 60;

/** How many people a raffle may have, with those who are invited: more than the largest shops have. */
export const MAX_PEOPLE = 50;
