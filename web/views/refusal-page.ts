import { data, type RouterContextProvider } from "react-router";
import { visitorContext } from "#src/api/page-context.ts";
import { type RefusalReason, retryAfter, statusOf, summaryOf } from "#src/api/refusals.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { sentence } from "#src/i18n/sentence.ts";

/** What a loader or action throws in place of its page: the refusal's status, and its sentences for the error screen. */
export function refusalPage(
  context: Readonly<RouterContextProvider>,
  refusal: Refusal<RefusalReason>,
  headers: Readonly<Record<string, string>>,
) {
  const { language } = context.get(visitorContext);
  const message = summaryOf(refusal)
    .map((part) => sentence(language, part))
    .join(" ");
  return data({ message }, { status: statusOf(refusal), headers: { ...headers, ...retryAfter(refusal) } });
}
