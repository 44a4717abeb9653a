import { data, type RouterContextProvider } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import { retryAfter, statusOf } from "#src/http/refusals.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ChallengeView } from "./challenge-view.ts";

/**
 * Builds what a loader or action throws instead of its page when the visitor has to solve a puzzle first.
 *
 * @param more.form the typed values, which the page sends again; files are left out, because a page cannot send them
 *   by itself
 * @param more.contact where an entry's phone or e-mail can be typed instead
 */
export function challengePage(
  context: Readonly<RouterContextProvider>,
  refusal: ChallengeRefusal,
  { form, contact }: { readonly form?: FormData | undefined; readonly contact?: ChallengeView["contact"] } = {},
) {
  const { challenge, seconds } = refusal;
  const typed = form
    ? [...form].flatMap(([name, value], at) => (typeof value === "string" ? [{ at, name, value }] : []))
    : null;
  const again = context.get(visitorContext).solution !== undefined;
  const view: ChallengeView = { challenge, seconds: seconds ?? 1, typed, again, contact };
  return data(view, { status: statusOf(refusal), headers: retryAfter(refusal) });
}
