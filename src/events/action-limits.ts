import { HOUR_MS } from "#src/base/clock.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

/** Only an abuser, who wants pages under the operator's name, creates dozens of events. */
export const CREATE_EVENT: ActionPolicy = {
  action: "create event",
  network: { free: 10, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 300, windowMs: HOUR_MS, doublesAfter: 100 },
};

/** Each edit adds a row to the audit log, which nobody may shorten. */
export const EDIT_EVENT: ActionPolicy = {
  action: "edit event",
  network: { free: 120, windowMs: HOUR_MS, doublesAfter: 20 },
  subject: { free: 60, windowMs: HOUR_MS, doublesAfter: 20 },
  site: { free: 3000, windowMs: HOUR_MS, doublesAfter: 1000 },
};
