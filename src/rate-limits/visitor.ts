import type { StrangersLimits } from "./strangers-limits.ts";

/** The visitor of a rate-limited action, and the limits that count it. */
export type CountedVisitor = {
  readonly limits: Pick<StrangersLimits, "admit">;
  readonly address: string;
  /** The solution of a puzzle, if one was sent along. */
  readonly solution: unknown;
};
