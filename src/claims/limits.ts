/** The most characters of what organisers and winners type here. The database checks the same. */
export const CLAIM_LIMITS = { pickUp: 500, question: 200, thanks: 500 } as const;

/** How winners can get their prizes. */
export const CLAIM_WAYS = ["both", "pick-up", "delivery"] as const;

export type ClaimWays = (typeof CLAIM_WAYS)[number];
