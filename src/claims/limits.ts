import { HOUR_MS } from "#src/base/clock.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

/** The most characters of what organisers and winners type here. The database checks the same. */
export const CLAIM_LIMITS = {
  pickUp: 500,
  question: 200,
  thanks: 500,
  address: 300,
  day: 100,
  phone: 40,
  answer: 500,
  sentence: 280,
  declinedFor: 200,
  reached: 300,
  noticeAnswer: 500,
} as const;

/** A claim with its pictures, which take a CPU second each. A winner needs a few tries; nobody claims for a crowd. */
export const CLAIM_PRIZE: ActionPolicy = {
  action: "claim prize",
  network: { free: 60, windowMs: HOUR_MS, doublesAfter: 10 },
  subject: { free: 20, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 1000, windowMs: HOUR_MS, doublesAfter: 200 },
};

/** How an organiser notifies a winner by hand. Mails are written down by the site itself. */
export const NOTICE_WAYS = ["call", "text", "letter", "visit"] as const;

/** How a winner was notified: by hand, or by the site's mail. */
export type NoticeWay = (typeof NOTICE_WAYS)[number] | "mail";

/** Notices of one claim: a winner who was called this often will not be reached by another call. */
export const MAX_NOTICES = 200;

/** The days that a winner has at least to claim again, once a claim was turned down: time to find another paper. */
export const AGAIN_DAYS = 7;

/** The most days for which a deadline is put off at once. */
export const MAX_EXTENSION_DAYS = 365;

/** How winners can get their prizes. */
export const CLAIM_WAYS = ["both", "pick-up", "delivery"] as const;

export type ClaimWays = (typeof CLAIM_WAYS)[number];

/** The most characters of what is noted about a prize's tax; the database checks the same. */
export const MAX_TAX = 60;
