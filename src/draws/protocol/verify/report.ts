import type { Fault } from "../format/fault.ts";
import type { Ticket } from "../list/ticket.ts";
import type { LockProofVerdict } from "../log/lock-proof.ts";
import type { ReceiptVerdict } from "../log/receipt-verdict.ts";
import type { Replacement } from "../winners/replacements.ts";

/** The checks, in the order in which they are done. */
export const CHECKS = [
  "plan",
  "list",
  "root",
  "round",
  "signature",
  "beacon",
  "seed",
  "results",
  "replacements",
  "lock-hash",
  "site-key",
  "ticket",
] as const;

export type CheckName = (typeof CHECKS)[number];

/** What became of a check. What is right was found as expected, and `found` says what that is. */
export type CheckResult =
  | { readonly state: "right"; readonly found: string }
  | { readonly state: "wrong"; readonly fault: Fault }
  | { readonly state: "not-given" | "not-run" | "waiting" };

/** What a verification learned on its way, as far as it came. */
export type Learned = {
  /** The hash of the lock, for comparing. */
  readonly lockHash?: string;
  /** When the list was locked, as the site signed it. */
  readonly lockedAt?: string;
  /** How many tickets the list has. */
  readonly tickets?: number;
  /** When the randomness is published, in seconds since 1970. */
  readonly drawnAt?: number;
  /** The winners of the draw, once drawing again gave the same. */
  readonly drawn?: readonly { readonly prizeCode: string; readonly winners: readonly number[] }[];
  /** The line of the list that is the entrant's own. */
  readonly ticket?: Ticket;
  /** What became of a receipt that was given. */
  readonly receipt?: ReceiptVerdict;
  /** What became of the proof that the lock stands in the site's log. */
  readonly lockProof?: LockProofVerdict;
  /** The replacements, where their check is right. */
  readonly replacements?: readonly Replacement[];
  /** Whether the person says that they got a given lock hash before the round. */
  readonly isFromBefore: boolean;
  /** Whether a chain that is not pinned was given: then the verdict may rest on it, and says so. */
  readonly chainByHand: boolean;
};

/** A witness that cosigned a log with the lock, and when, in seconds since 1970. */
export type SeenBy = { readonly witness: string; readonly at: number };

/** The three parts of the verdict, and what they rest on. */
export type Report = Learned & {
  readonly checks: readonly { readonly name: CheckName; readonly result: CheckResult }[];
  /** Right: whether all follows from list and randomness. */
  readonly transcript: "right" | "wrong" | "not-drawn-yet";
  /**
   * Fixed before: whether this list was locked before the randomness. `known`: the person had its hash or words by
   * then. `witnessed`: a witness that they trust saw it by then.
   */
  readonly fixedBefore: "known" | "witnessed" | "not-proven";
  /** The same for everyone: the trusted witnesses that saw it. Without one, others may have been shown another list. */
  readonly seenBy: readonly SeenBy[];
};

/** The verdict that follows from checks. Those that were not reached are "not run". */
export function reportOf(results: ReadonlyMap<CheckName, CheckResult>, learned: Learned): Report {
  const states = [...results.values()].map(({ state }) => state);
  const transcript = states.includes("wrong") ? "wrong" : states.includes("waiting") ? "not-drawn-yet" : "right";
  const isWrong = transcript === "wrong";
  const seenBy = !isWrong && learned.lockProof?.state === "logged" ? learned.lockProof.cosigned : [];
  const wasKnown = !isWrong && learned.isFromBefore && results.get("lock-hash")?.state === "right";
  const wasSeen = seenBy.some(({ at }) => learned.drawnAt !== undefined && at < learned.drawnAt);
  return {
    ...learned,
    checks: CHECKS.map((name) => ({ name, result: results.get(name) ?? { state: "not-run" } })),
    transcript,
    fixedBefore: wasKnown ? "known" : wasSeen ? "witnessed" : "not-proven",
    seenBy,
  };
}
