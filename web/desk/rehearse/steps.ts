/** The steps of a rehearsal, in their order. The first five are the points of the evening. */
export const REHEARSED = ["closes", "check", "list", "draw", "claims", "voucher"] as const;

/** What can be pressed for entries that look alike. */
export const VERDICTS = ["same", "different", "later"] as const;
