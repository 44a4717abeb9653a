import type { RefusalView } from "./refusal-view.ts";

/** Whether the site failed, so that nothing in the form is wrong. */
export function isFailure(refusal: Pick<RefusalView, "reason"> | null): boolean {
  return refusal?.reason === "failed" || refusal?.reason === "site-away" || refusal?.reason === "site-busy";
}
