import { HOUR_MS } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import type { AttemptCounter } from "#src/rate-limits/attempt-counter.ts";
import { inWindow } from "#src/rate-limits/backoff.ts";
import type { OnSecurityEvent, SecurityEvent } from "./security-events.ts";

/** A lock-out after too many failures: which secret, and of which account, raffle or event. */
export type LockedOut =
  | { readonly what: "password"; readonly email: string }
  | { readonly what: "second-factor"; readonly userId: string }
  | { readonly what: "access-code"; readonly raffleId: string }
  | { readonly what: "access-code"; readonly eventId: string };

/** Called each time that a client has to wait. */
export type OnLockOut = (locked: LockedOut) => Promise<void>;

/** One event per hour, which no wait exceeds. An attack over days logs one line an hour. */
const ONE_LINE = inWindow(1, HOUR_MS);

/** Reports each lock-out at most once an hour, across all clients and processes. */
export function createLockOutReporter(deps: {
  readonly db: Database;
  readonly counter: AttemptCounter;
  readonly onEvent: OnSecurityEvent;
}): OnLockOut {
  const { db, counter, onEvent } = deps;
  /** Counts before the look-up of the account, so the response time does not reveal whether it exists. */
  const isFirst = async (what: string, value: string) =>
    (await counter.count([{ policy: ONE_LINE, kind: `locked out by ${what}`, value }])) === 0;

  return async (locked) => {
    const { what, ...subject } = locked;
    const [value = ""] = Object.values(subject);
    if (!(await isFirst(what, value))) return;
    const event: SecurityEvent["event"] = `${what}-locked`;
    if (!("email" in subject)) return onEvent({ event, ...subject });
    const user = await db.selectFrom("users").select("id").where("email", "=", subject.email).executeTakeFirst();
    if (user) onEvent({ event, userId: user.id });
  };
}

/** Reports nothing: for tests and load tests. */
export const NO_LOCK_OUTS: OnLockOut = () => Promise.resolve();
