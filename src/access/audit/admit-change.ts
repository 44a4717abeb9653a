import { HOUR_MS } from "#src/base/clock.ts";
import type { Outcome } from "#src/base/outcome.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import type { AccountScope } from "../scope.ts";

/**
 * A change by a raffle's staff. Each adds a kilobyte to a log that nobody may shorten, and anybody may make a raffle.
 * Twenty counters of a mall, behind one address, add five slips a minute each. The whole site is not counted: a
 * stranger with a raffle could use that up for everybody. How many raffles are made is limited (CREATE_RAFFLE).
 */
export const CHANGE_RAFFLE: ActionPolicy = {
  action: "change raffle",
  network: { free: 6_000, windowMs: HOUR_MS, doublesAfter: 2_000 },
  subject: { free: 10_000, windowMs: HOUR_MS, doublesAfter: 3_000 },
};

/** A change of up to a page of entries at once. Somebody who ticks off a list of 10,000 makes 200. */
export const CHANGE_MANY: ActionPolicy = {
  action: "change many entries",
  network: { free: 300, windowMs: HOUR_MS, doublesAfter: 100 },
  subject: { free: 600, windowMs: HOUR_MS, doublesAfter: 200 },
};

/** Further than a network comes: a policy needs a number, and wider networks have sixteen times as much. */
const UNCOUNTED = 10_000_000;

/**
 * Slips that a phone had stored, up to a hundred at once. A phone solves no puzzle for them, so that neighbours on the
 * Wi-Fi of a hall must not count: the raffle alone does.
 */
export const SEND_SLIPS: ActionPolicy = {
  action: "send slips",
  network: { free: UNCOUNTED, windowMs: HOUR_MS, doublesAfter: UNCOUNTED },
  subject: { free: 1_200, windowMs: HOUR_MS, doublesAfter: 400 },
};

/** A token that is made. Each adds to that log, and one that is ended makes room for the next. */
const MAKE_TOKEN: ActionPolicy = {
  action: "make token",
  network: { free: 60, windowMs: HOUR_MS, doublesAfter: 20 },
  subject: { free: 30, windowMs: HOUR_MS, doublesAfter: 10 },
  site: { free: 1_000, windowMs: HOUR_MS, doublesAfter: 300 },
};

/**
 * Counts a change that somebody has proved to be allowed to make. What has a policy of its own is not counted here too,
 * because a request brings the solution of one puzzle.
 *
 * @param scope the raffle
 */
export function admitChange(
  { limits, address, solution }: CountedVisitor,
  scope: { readonly raffleId: string },
  policy: ActionPolicy = CHANGE_RAFFLE,
): Promise<Outcome<void, ChallengeRefusal>> {
  return limits.admit({ policy, address, subjects: [scope.raffleId] }, solution);
}

/** Counts a token that an account is about to make. */
export function admitToken(
  { limits, address, solution }: CountedVisitor,
  { userId }: AccountScope,
): Promise<Outcome<void, ChallengeRefusal>> {
  return limits.admit({ policy: MAKE_TOKEN, address, subjects: [userId] }, solution);
}
