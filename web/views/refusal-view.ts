import { type RefusalReason, statusOf, summaryOf } from "#src/api/refusals.ts";
import type { FieldMessages, Message, Refusal } from "#src/base/refusal.ts";

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

/** The answer's HTTP status for a refused form, as React Router's `data()` takes it. */
export function refusalStatus(refusal: Refusal<RefusalReason>): { status: number } {
  return { status: statusOf(refusal) };
}
