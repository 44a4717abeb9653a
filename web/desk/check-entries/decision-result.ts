import type { Decision } from "#src/draws/checking/disqualify.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

/** A decision that was sent: taken for this person, or refused. */
export type DecisionResult = Decision & {
  readonly person: { readonly firstName: string; readonly lastName: string } | null;
  readonly refusal: RefusalView | null;
};
