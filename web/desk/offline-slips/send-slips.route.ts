import { redirectDocument } from "react-router";
import { admitChange, SEND_SLIPS } from "#src/access/audit/admit-change.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { confirmTicks } from "#src/earning/checked/confirm-ticks.ts";
import { takeSlips } from "#src/entries/paper/offline/take-slips.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { type RefusalReason, retryAfter, statusOf, summaryOf } from "#src/http/refusals.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { pathTo } from "../../requests/path-to.ts";
import { proveStaffHere } from "../../requests/staff.ts";
import type { Route } from "./+types/send-slips.route.ts";

export function loader({ params }: Route.LoaderArgs) {
  return redirectDocument(pathTo("helping", params.raffleCode));
}

/** Takes slips that a phone stored without a network, and says what became of each. The page's script asks it. */
export async function action(page: Route.ActionArgs): Promise<Response> {
  const { request, context, params } = page;
  const { language } = context.get(visitorContext);
  const scope = await proveStaffHere(page, params.raffleCode, "add-entries");
  if (!scope.ok) return refused(scope.refusal, language);
  const { db, clock, secret, config, limits } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  const admitted = await admitChange({ limits, address, solution }, scope.value, SEND_SLIPS);
  if (!admitted.ok) {
    const params = { seconds: admitted.refusal.seconds ?? 1 };
    return refused({ reason: "too-many-changes", fields: { "": [{ key: "tooManyChanges", params }] } }, language);
  }
  const deps = { db, clock, secret, defaultRegion: config.defaultRegion, confirmTicks };
  const taken = await takeSlips(deps, scope.value, await request.json().catch(() => null));
  if (!taken.ok) return refused(taken.refusal, language);
  const answers = taken.value.map(({ id, outcome, initial }) => ({
    id,
    accepted: outcome === "accepted",
    initial,
    message: outcome === "accepted" ? "" : translate(language, { key: `claims:slips.outcome.${outcome}` }),
  }));
  return Response.json({ answers });
}

function refused(refusal: Refusal<RefusalReason>, language: Language): Response {
  const message = summaryOf(refusal)
    .map((sentence) => translate(language, sentence))
    .join(" ");
  return Response.json({ message }, { status: statusOf(refusal), headers: retryAfter(refusal) });
}
