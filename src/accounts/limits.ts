/** The shortest password, in characters, by the specification. A guessable one gets a warning, no refusal. */
export const MIN_PASSWORD = 6;

/** The shortest password of admins and of users with a second factor, in characters (ASVS 6.2.1, NIST). */
export const MIN_STRONG_PASSWORD = 8;

/** In characters. Longer passwords only take more time to check. */
export const MAX_PASSWORD = 128;

/** In characters. The database checks the same. */
export const MAX_USERNAME = 100;

/** In characters (RFC 5321). */
export const MAX_EMAIL = 254;

/** A session ends after this many days, even in daily use. Then it needs the password again. */
export const MAX_SESSION_DAYS = 90;

/**
 * Mails with a link to a new password, to one account: so many a day are sent as they are asked for. After them a mail
 * is sent unless one went within this many minutes. Its link works an hour, so the owner always has one.
 */
export const RESET_MAILS = { freeADay: 5, thenEveryMinutes: 30 } as const;

/** The most of them in a day. */
export const MAX_RESET_MAILS_A_DAY = RESET_MAILS.freeADay + (24 * 60) / RESET_MAILS.thenEveryMinutes;

/**
 * Days in which the links work that prove an address: people may be on holiday. They only prove that mail arrives, so a
 * long life is safe.
 */
export const EMAIL_LINK_DAYS = 7;
