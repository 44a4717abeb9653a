import { isRouteErrorResponse } from "react-router";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";

/** A puzzle that replaces a page. */
export type ChallengeView = Pick<ChallengeRefusal, "challenge"> & {
  readonly seconds: number;
  /** The typed values of a form, to send again. Null for a page request without a form. */
  readonly typed: readonly { readonly at: number; readonly name: string; readonly value: string }[] | null;
  /**
   * True when a solution came with the request and was refused. The next puzzle then waits for a press, or it could
   * loop for ever.
   */
  readonly again: boolean;
  /** Where the entry's phone or e-mail can be typed instead, and whether the last one did not fit. */
  readonly contact?: { readonly path: string; readonly wrong: boolean } | undefined;
};

/** The puzzle in a page's error, or null. */
export function challengeOf(error: unknown): ChallengeView | null {
  if (!isRouteErrorResponse(error)) return null;
  const view = error.data as ChallengeView | null;
  return view && typeof view === "object" && "challenge" in view ? view : null;
}
