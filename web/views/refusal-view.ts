import { type RefusalReason, retryAfter, statusOf, summaryOf } from "#src/api/refusals.ts";
import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/entries/robot-check.ts";

/** A refusal as forms show it: what goes on top, and what belongs beside fields. The page's catalogue has the words. */
export type RefusalView = {
  readonly reason: RefusalReason;
  readonly summary: readonly Message[];
  readonly errors: FieldMessages;
};

/** Makes a refusal ready to be shown. */
export function refusalView(refusal: Refusal<RefusalReason>): RefusalView {
  return { reason: refusal.reason, summary: summaryOf(refusal), errors: refusal.fields ?? {} };
}

/** The answer's HTTP status for a refused form, and how long to wait, as React Router's `data()` takes them. */
export function refusalStatus(refusal: Refusal<RefusalReason> | ChallengeRefusal): {
  status: number;
  headers: Record<string, string>;
} {
  return { status: statusOf(refusal), headers: retryAfter(refusal) };
}
