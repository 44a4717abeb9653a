import type { OrganiserScope } from "#src/access/scope.ts";
import { HOUR_MS } from "#src/base/clock.ts";
import type { Outcome } from "#src/base/outcome.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { type LockDeps, type LockRefusal, lockList } from "./lock-list.ts";

/** A list that cannot be locked is known to be so once all of it was made: a second for some ten thousand entries. */
const LOCK_LIST: ActionPolicy = {
  action: "lock list",
  network: { free: 120, windowMs: HOUR_MS, doublesAfter: 20 },
  subject: { free: 10, windowMs: HOUR_MS, doublesAfter: 5 },
  site: { free: 1000, windowMs: HOUR_MS, doublesAfter: 300 },
};

/**
 * Locks a raffle's list for its organiser, now and then for a puzzle.
 *
 * @returns the lock's hash; refusals: see LockRefusal, and `challenge-required`
 */
export async function lockAsOrganiser(
  { limits, address, solution, ...deps }: LockDeps & CountedVisitor,
  scope: OrganiserScope,
): Promise<Outcome<string, LockRefusal | ChallengeRefusal>> {
  const admitted = await limits.admit({ policy: LOCK_LIST, address, subjects: [scope.raffleId] }, solution);
  return admitted.ok ? lockList(deps, scope) : admitted;
}
