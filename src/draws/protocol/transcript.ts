import type { Beacon } from "./beacon/beacon.ts";
import type { Fault } from "./format/fault.ts";
import { anything, faultOfMembers } from "./format/members.ts";
import type { Lock } from "./lock.ts";
import type { PrizeResult } from "./winners/draw.ts";
import type { Replacement } from "./winners/replacements.ts";

/** What is public of a raffle that has locked and waits for its randomness. */
export type SignedLock = { readonly lock: Lock; readonly signature: string; readonly siteKey: string };

/** What is public of a raffle that was drawn. */
export type Transcript = SignedLock & {
  readonly beacon: Beacon;
  readonly seed: string;
  readonly results: readonly PrizeResult[];
  readonly replacements: readonly Replacement[];
};

const SIGNED_LOCK = { lock: anything, signature: anything, siteKey: anything };
const TRANSCRIPT = { ...SIGNED_LOCK, beacon: anything, seed: anything, results: anything, replacements: anything };

/** A transcript's members, each still to be read by its own check. */
export type OpenTranscript = Readonly<Record<keyof Transcript, unknown>>;

/** Whether this is a lock that waits for its draw: it has the members of one and no others. */
export function isSignedLock(value: unknown): boolean {
  return faultOfMembers("", value, SIGNED_LOCK) === undefined;
}

export function faultOfTranscript(value: unknown): Fault | undefined {
  return isSignedLock(value) ? undefined : faultOfMembers("", value, TRANSCRIPT);
}
