import { HOUR_MS } from "#src/base/clock.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

export const PHOTO_LIMITS = {
  /** The longest number of a receipt that people type. */
  number: 40,
  /** Of one entry, decided or not: a photo has at most some 400 kB. */
  perEntry: 10,
  /** Of one raffle, some gigabytes. */
  perRaffle: 10_000,
} as const;

/** A photo takes a CPU second. An entrant needs a few tries; one network may be a whole town. */
export const UPLOAD_PHOTO: ActionPolicy = {
  action: "upload photo",
  network: { free: 120, windowMs: HOUR_MS, doublesAfter: 10 },
  subject: { free: 10, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 1000, windowMs: HOUR_MS, doublesAfter: 200 },
};

/** In how many of their 256 bits two pictures may differ and still look alike (docs/decisions/0085). */
export const ALIKE_BITS = 20;
