import { DAY_MS } from "#src/base/clock.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

/** The age in days of an account that may have typed addresses mailed: time for an admin to see and ban a fraud. */
export const OLD_ENOUGH_DAYS = 3;

/** The people of one mailing, or of a raffle's winners, whose addresses were typed. More than most shops have slips. */
export const MAX_IN_MAILING = 500;

/**
 * Mails a day to typed addresses. An account's raffles share 50, the winners of a busy week. The whole site has 500, as
 * a small mail account may send. Nothing stores an account's network, so the site's number stands for it.
 */
export const TYPED_MAILS = {
  account: { name: "typed by account", most: 50, windowMs: DAY_MS },
  site: { name: "typed by site", most: 500, windowMs: DAY_MS },
} as const;

/**
 * Openings a day that make a typed address one to write to. An organiser knows the codes and contacts of all entries
 * that he typed, and could open them himself. A family on one network opens a few. Past it, an opening changes nothing.
 */
export const OPEN_TYPED: ActionPolicy = {
  action: "open typed entry",
  network: { free: 5, windowMs: DAY_MS, doublesAfter: 5 },
  subject: { free: 50, windowMs: DAY_MS, doublesAfter: 50 },
};

/** A text with a number of this many digits is left out of mails to typed addresses: it may be a telephone number. */
export const TELEPHONE_DIGITS = 7;
