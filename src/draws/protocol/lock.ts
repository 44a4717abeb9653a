import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Chain } from "./beacon/chains.ts";
import { roundOfLock, timeOfRound } from "./beacon/round.ts";
import { type Fault, shown } from "./format/fault.ts";
import { anything, faultOfDifference, faultOfMembers, faultOfValue, time, wholeNumber } from "./format/members.ts";
import { secondsOf, timeOf } from "./format/times.ts";
import type { ReadList } from "./list/read-list.ts";
import { type Plan, readPlan } from "./plan.ts";

/** What is fixed, signed and published before the randomness exists. Its hash is what entrants are told. */
export type Lock = {
  readonly plan: Plan;
  readonly lockedAt: string;
  readonly round: number;
  readonly tickets: number;
  readonly chances: number;
  readonly root: string;
};

/** A lock whose plan has been read, and whose other members wait for the checks that read them. */
export type OpenLock = { readonly plan: Plan } & Readonly<Record<Exclude<keyof Lock, "plan">, unknown>>;

/**
 * The lock of a list that was read under its plan.
 *
 * @param lockedAt in seconds since 1970; fractions are rounded up
 */
export function makeLock(plan: Plan, { list, root }: ReadList, lockedAt: number, chain: Chain): Lock {
  const at = Math.ceil(lockedAt);
  const round = roundOfLock(chain, { ...plan, drawDate: secondsOf(plan.drawDate) ?? 0, lockedAt: at });
  return { plan, lockedAt: timeOf(at), round: Number(round), tickets: list.count, chances: list.chances, root };
}

/** Reads a lock's members and its plan, but no other value. */
export function readLock(value: unknown, chains: readonly Chain[]): Outcome<OpenLock, Fault> {
  const fault = faultOfMembers("lock", value, {
    plan: anything,
    lockedAt: anything,
    round: anything,
    tickets: anything,
    chances: anything,
    root: anything,
  });
  if (fault) return refuse(fault);
  const plan = readPlan((value as OpenLock).plan, "lock.plan", chains);
  return plan.ok ? accept(value as OpenLock) : plan;
}

/** A fault where a lock's round is another than the one that follows from its times, or where it has no time. */
export function faultOfRound({ plan, lockedAt, round }: OpenLock, chain: Chain): Fault | undefined {
  const fault = faultOfValue("lock.lockedAt", lockedAt, time) ?? faultOfValue("lock.round", round, wholeNumber(1));
  if (fault) return fault;
  const times = { ...plan, drawDate: secondsOf(plan.drawDate) ?? 0, lockedAt: secondsOf(lockedAt) ?? 0 };
  const expected = roundOfLock(chain, times);
  if (expected === BigInt(round as number)) return undefined;
  const at = timeOf(timeOfRound(chain, Number(expected)));
  return { rule: "equal", where: "lock.round", expected: `${expected} (${at})`, found: shown(round) };
}

/** A fault where the sums of a list are not what a lock states, or where that is no number. */
export function faultOfSums({ tickets, chances }: OpenLock, { list }: Pick<ReadList, "list">): Fault | undefined {
  return (
    faultOfDifference("lock.tickets", list.count, tickets) ?? faultOfDifference("lock.chances", list.chances, chances)
  );
}
