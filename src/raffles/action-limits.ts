import { HOUR_MS } from "#src/base/clock.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

/** An agency creates a handful of raffles in an afternoon. Each published one drops the cached lists. */
export const CREATE_RAFFLE: ActionPolicy = {
  action: "create raffle",
  network: { free: 10, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 300, windowMs: HOUR_MS, doublesAfter: 100 },
};

/** An organiser who tries out texts saves once a minute. Each edit adds a row to a log that nobody may shorten. */
export const EDIT_RAFFLE: ActionPolicy = {
  action: "edit raffle",
  network: { free: 120, windowMs: HOUR_MS, doublesAfter: 20 },
  subject: { free: 60, windowMs: HOUR_MS, doublesAfter: 20 },
  site: { free: 3000, windowMs: HOUR_MS, doublesAfter: 1000 },
};

/** An edit with a picture, which takes one CPU second. */
export const EDIT_PICTURE: ActionPolicy = {
  action: "change picture",
  network: { free: 20, windowMs: HOUR_MS, doublesAfter: 5 },
  subject: { free: 20, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 300, windowMs: HOUR_MS, doublesAfter: 100 },
};

/** The codes of a new raffle, mailed to whoever keeps them. How many mails an address gets is limited besides. */
export const MAIL_CODES: ActionPolicy = {
  action: "mail raffle codes",
  network: { free: 10, windowMs: HOUR_MS, doublesAfter: 5 },
  subject: { free: 5, windowMs: HOUR_MS, doublesAfter: 2 },
  site: { free: 300, windowMs: HOUR_MS, doublesAfter: 100 },
};
