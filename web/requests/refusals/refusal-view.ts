import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";
import { type RefusalReason, retryAfter, statusOf, summaryOf } from "#src/http/refusals.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";

/**
 * A refusal as forms show it: messages for the top of the form, and messages for fields. The page's catalogue has the
 * texts.
 */
export type RefusalView = {
  readonly reason: RefusalReason;
  readonly summary: readonly Message[];
  readonly errors: FieldMessages;
  /** The puzzle to solve before the site takes the form. The browser solves it by itself. */
  readonly puzzle?: Pick<ChallengeRefusal, "challenge" | "seconds">;
};

/** Converts a refusal into the form's view of it. */
export function refusalView(refusal: Refusal<RefusalReason> | ChallengeRefusal): RefusalView {
  const puzzle = "challenge" in refusal ? { challenge: refusal.challenge, seconds: refusal.seconds } : undefined;
  return {
    reason: refusal.reason,
    summary: summaryOf(refusal),
    errors: refusal.fields ?? {},
    ...(puzzle && { puzzle }),
  };
}

/** The HTTP status and Retry-After of a refused form, in the shape of React Router's `data()`. */
export function refusalStatus(refusal: Refusal<RefusalReason> | ChallengeRefusal): {
  status: number;
  headers: Record<string, string>;
} {
  return { status: statusOf(refusal), headers: retryAfter(refusal) };
}
