/** How many slips wait in one browser at most, and how many it sends at once. */
export const MAX_WAITING_SLIPS = 500;
export const SLIPS_PER_REQUEST = 10;

/** Of one sealed slip, in characters of base64url. A form with all its fields and a hundred rules has 12,000. */
export const MAX_SEALED_LENGTH = 24_000;

/** The most slips of a raffle that were refused and wait for staff. Beyond, phones keep theirs. */
export const MAX_REFUSED_SLIPS = 1000;

export const MAX_SLIP_NUMBER = 1_000_000;
