import type { RenderedMail } from "#src/mail/delivery.ts";
import type { AttemptCounter } from "./attempt-counter.ts";
import { inWindow } from "./backoff.ts";

/** Counts mails against their limits, across all processes: a mail over one of them counts under none, and is not sent. */
export function mailAdmission(counter: Pick<AttemptCounter, "count">): (message: RenderedMail) => Promise<boolean> {
  return async ({ limits = [] }) => {
    if (limits.length === 0) return true;
    const by = limits.map(({ name, value, most, windowMs }) => ({
      policy: inWindow(most, windowMs),
      kind: name,
      value,
    }));
    return (await counter.count(by)) === 0;
  };
}
