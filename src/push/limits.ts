import { HOUR_MS } from "#src/base/clock.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

/** The longest address of a push service; those of today have some 200 characters, those of Windows up to 700. */
export const MAX_ENDPOINT = 1000;

/** The browsers of one entry: a phone, a laptop, and one that was installed anew. The oldest goes for a fourth. */
export const MAX_BROWSERS = 3;

/** Messages that one batch sends, and of them at once: some seconds. */
export const PER_BATCH = 200;
export const AT_ONCE = 20;

/** Raffles that one process sends for at once: a slow push service keeps no other raffle waiting. */
export const LANES = 4;

/** How long a batch may take; what was not sent by then is left out. */
export const BATCH_MS = 45_000;

/** How long a process has for a batch, longer than it may take. After a crash the batch is sent again. */
export const BATCH_SECONDS = 60;

/** A household turns it on and off a few times; a town behind one address has many households. */
export const SUBSCRIBE: ActionPolicy = {
  action: "subscribe to push",
  network: { free: 100, windowMs: HOUR_MS, doublesAfter: 50 },
  subject: { free: 10, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 20_000, windowMs: HOUR_MS, doublesAfter: 5000 },
};
