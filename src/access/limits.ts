/** How many helper links a raffle may have. A shop with more counters can share them. */
export const MAX_HELPERS = 50;

/** The longest name of a helper; the database checks the same limit. */
export const MAX_HELPER_NAME = 60;

/** How many API tokens an account may have: one for each of its programs. */
export const MAX_TOKENS = 20;

/** The longest name of a token; the database checks the same limit. */
export const MAX_TOKEN_NAME = 40;

/** How many raffles a token may name; the database checks the same limit. */
export const MAX_TOKEN_RAFFLES = 50;

/** After how many days a token may end. None is for ever: what nobody renews, nobody needs. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;

/** How many people a raffle may have, with those who are invited: more than the largest shops have. */
export const MAX_PEOPLE = 50;
