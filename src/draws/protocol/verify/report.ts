import type { Fault } from "../format/fault.ts";
import type { Ticket } from "../list/ticket.ts";
import type { ReceiptVerdict } from "../log/receipt-verdict.ts";

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
  /** When the randomness is published, in seconds since 1970. */
  readonly drawnAt?: number;
  /** The line of the list that is the entrant's own. */
  readonly ticket?: Ticket;
  /** What became of a receipt that was given. */
  readonly receipt?: ReceiptVerdict;
  /** Whether a chain that is not pinned was given: then the verdict may rest on it, and says so. */
  readonly chainByHand: boolean;
};

/** Both parts of the verdict, and what they rest on. */
export type Report = Learned & {
  readonly checks: readonly { readonly name: CheckName; readonly result: CheckResult }[];
  readonly transcript: "right" | "wrong" | "not-drawn-yet";
  /** Whether there was one list, fixed before the draw: proven to whoever gave its lock hash, and to nobody else. */
  readonly oneList: "proven" | "not-proven";
};

/** The verdict that follows from checks. Those that were not reached are "not run". */
export function reportOf(results: ReadonlyMap<CheckName, CheckResult>, learned: Learned): Report {
  const states = [...results.values()].map(({ state }) => state);
  const transcript = states.includes("wrong") ? "wrong" : states.includes("waiting") ? "not-drawn-yet" : "right";
  return {
    ...learned,
    checks: CHECKS.map((name) => ({ name, result: results.get(name) ?? { state: "not-run" } })),
    transcript,
    oneList: transcript !== "wrong" && results.get("lock-hash")?.state === "right" ? "proven" : "not-proven",
  };
}
