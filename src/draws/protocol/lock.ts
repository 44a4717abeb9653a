import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Chain } from "./beacon/chains.ts";
import { roundOfLock, timeOfRound } from "./beacon/round.ts";
import { type Fault, shown } from "./format/fault.ts";
import {
  anything,
  faultOfDifference,
  faultOfMembers,
  faultOfValue,
  hex,
  type Kind,
  time,
  wholeNumber,
} from "./format/members.ts";
import { secondsOf, timeOf } from "./format/times.ts";
import type { ReadList } from "./list/read-list.ts";
import { CHECKPOINT, type LogCheckpoint } from "./log/checkpoint.ts";
import { type Plan, PROTOCOL, PROTOCOL_1, PROTOCOL_2, type Protocol, protocolOf, readPlan } from "./plan.ts";

/** What a lock of /2 rests on, which was there before it. */
export type LockBasis = {
  /** Of the log, before the lock: any later one can be held against it. */
  readonly checkpoint: LogCheckpoint;
  /** The hashes of the locks of those draws whose winners are out (`won-before`), in order. */
  readonly pausedBy: readonly string[];
};

/** What is fixed, signed and published before the randomness exists. Its hash is what entrants get. */
export type Lock = {
  readonly plan: Plan;
  readonly lockedAt: string;
  readonly round: number;
  readonly tickets: number;
  readonly chances: number;
  readonly root: string;
} & Partial<LockBasis>;

/** A lock whose plan and basis have been read, and whose other members wait for the checks that read them. */
export type OpenLock = { readonly plan: Plan } & Partial<LockBasis> &
  Readonly<Record<Exclude<keyof Lock, "plan" | keyof LockBasis>, unknown>>;

const LOCK_1: Readonly<Record<Exclude<keyof Lock, keyof LockBasis>, Kind>> = {
  plan: anything,
  lockedAt: anything,
  round: anything,
  tickets: anything,
  chances: anything,
  root: anything,
};

const LOCK: Readonly<Record<Protocol, Readonly<Record<string, Kind>>>> = {
  [PROTOCOL_1]: LOCK_1,
  [PROTOCOL_2]: { ...LOCK_1, checkpoint: anything, pausedBy: anything },
};

/** The most draws whose winners can be out of another. */
const MAX_PAUSED_BY = 1000;

/**
 * The lock of a list that was read under its plan.
 *
 * @param lockedAt in seconds since 1970; fractions are rounded up
 * @param basis for a plan of /2
 * @throws where the plan is of /2 and there is no basis
 */
export function makeLock(
  plan: Plan,
  { list, root }: ReadList,
  lockedAt: number,
  chain: Chain,
  basis?: LockBasis,
): Lock {
  const at = Math.ceil(lockedAt);
  const round = roundOfLock(chain, { ...plan, drawDate: secondsOf(plan.drawDate) ?? 0, lockedAt: at });
  const lock = { plan, lockedAt: timeOf(at), round: Number(round), tickets: list.count, chances: list.chances, root };
  if (plan.protocol === PROTOCOL_1) return lock;
  if (!basis) throw new Error("A lock of /2 needs a checkpoint of the log.");
  return { ...lock, checkpoint: basis.checkpoint, pausedBy: basis.pausedBy };
}

/** Reads a lock's members, its plan and its basis, but no other value. */
export function readLock(value: unknown, chains: readonly Chain[]): Outcome<OpenLock, Fault> {
  const named = (value as { plan?: { protocol?: unknown } | null } | null)?.plan;
  const protocol = protocolOf(named);
  const fault =
    // Said first: of another version, nobody knows which members belong there.
    (named?.protocol === undefined ? undefined : faultOfValue("lock.plan.protocol", named.protocol, PROTOCOL)) ??
    faultOfMembers("lock", value, LOCK[protocol]);
  if (fault) return refuse(fault);
  const plan = readPlan((value as OpenLock).plan, "lock.plan", chains);
  if (!plan.ok) return plan;
  const ofBasis = protocol === PROTOCOL_2 ? faultOfBasis(value as Lock & LockBasis) : undefined;
  return ofBasis ? refuse(ofBasis) : accept(value as OpenLock);
}

const LOCK_HASHES: Kind = {
  notation: `[[0-9a-f]{64}, …], 0–${MAX_PAUSED_BY}`,
  holds: (value) => Array.isArray(value) && value.length <= MAX_PAUSED_BY && value.every(hex(32).holds),
};

function faultOfBasis({ plan, checkpoint, pausedBy }: Lock & LockBasis): Fault | undefined {
  const fault =
    faultOfMembers("lock.checkpoint", checkpoint, CHECKPOINT) ?? faultOfValue("lock.pausedBy", pausedBy, LOCK_HASHES);
  if (fault) return fault;
  if (plan.pauseDays === 0 && pausedBy.length > 0) {
    return { rule: "value", where: "lock.pausedBy", expected: "[]", found: shown(pausedBy) };
  }
  const at = pausedBy.findIndex((hash, index) => index > 0 && hash <= (pausedBy[index - 1] ?? ""));
  if (at < 0) return undefined;
  const expected = `> ${shown(pausedBy[at - 1])}`;
  return { rule: "paused-in-order", where: `lock.pausedBy[${at}]`, expected, found: shown(pausedBy[at]) };
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
