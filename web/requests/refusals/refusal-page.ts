import { data, type RouterContextProvider } from "react-router";
import type { Refusal } from "#src/base/refusal.ts";
import { visitorContext } from "#src/http/page-context.ts";
import { type RefusalReason, retryAfter, statusOf, summaryOf } from "#src/http/refusals.ts";
import { translate } from "#src/i18n/translate.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { challengePage } from "./challenge-page.ts";

/** A link on the error screen, to a page that this visitor may open. */
export type WayBack = { readonly label: string; readonly href: string };

/**
 * The response that a loader or action throws instead of its page: the refusal's status, and its messages for the error
 * screen.
 *
 * @param more where an access code can be typed that the address has wrong; whether a link has ended; what leads back
 */
export function refusalPage(
  context: Readonly<RouterContextProvider>,
  refusal: Refusal<RefusalReason> | ChallengeRefusal,
  more: { readonly retry?: string; readonly ended?: boolean; readonly back?: WayBack } = {},
) {
  if ("challenge" in refusal) return challengePage(context, refusal);
  const { language } = context.get(visitorContext);
  const message = summaryOf(refusal)
    .map((part) => translate(language, part))
    .join(" ");
  return data({ message, ...more }, { status: statusOf(refusal), headers: retryAfter(refusal) });
}
