/** What an account may do: everybody who registers is a user, and an admin makes others admins. */
export const ROLES = ["user", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** The specification's shortest password; a guessable one is warned of, not refused. */
export const MIN_PASSWORD = 6;

/** Longer ones only cost time to check. */
export const MAX_PASSWORD = 128;

/** As the database has it. */
export const MAX_USERNAME = 100;

/** RFC 5321. */
export const MAX_EMAIL = 254;
