import { redirectDocument } from "react-router";
import { makeHelper } from "#src/access/staff/helper-links.ts";
import { helperPass } from "#src/access/staff/staff.ts";
import { accept } from "#src/base/outcome.ts";
import { forgetBrowser } from "#src/http/clear-site-data.ts";
import { passCookie, passesForgotten } from "#src/http/organiser-cookies.ts";
import { setCookies, visitorContext } from "#src/http/page-context.ts";
import { noMark } from "#src/http/signed-in-cookie.ts";
import { translate } from "#src/i18n/translate.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { pathTo } from "../../requests/path-to.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { deskAction } from "../desk-screen.ts";
import { visitsForgotten } from "../overview/last-visit.ts";
import type { Route } from "./+types/hand-over.route.ts";
import { AT_COUNTER } from "./usable-permissions.ts";

/** A GET request hands nothing over, so a link cannot do it. */
export function loader(page: Route.LoaderArgs) {
  organiserOf(page);
  const { params } = page;
  return redirectDocument(pathTo("overview", params.raffleCode, params.accessCode));
}

/**
 * Makes this browser the counter's: it gets a helper link of its own, and forgets its account and all passes, also
 * those of other raffles. The organiser comes back by the access code or the login, and ends the link like any other.
 */
export const action = deskAction({
  read: () => null,
  change: async ({ request, context, site, language, deps, scope, params }) => {
    const name = translate(language, { key: "claims:helpers.counterName" });
    const made = await makeHelper(deps, scope, { name, permissions: AT_COUNTER });
    // The one refusal that is left: the raffle has all the links that it may.
    if (!made.ok)
      return accept(redirectDocument(`${pathTo("overview", params.raffleCode, params.accessCode)}?links-full`, 303));
    const { codeId } = await raffleOf(context, scope.raffleId);
    const { secret, clock, config, accounts } = site;
    const visitor = context.get(visitorContext);
    const cookies = request.headers.get("cookie") ?? "";
    setCookies(context, [
      ...(await accounts.signOut(visitor)),
      ...passesForgotten(config.origin),
      noMark(config.origin),
      ...visitsForgotten(cookies),
      passCookie(helperPass({ secret, cookies, now: clock() }, made.value.id), config.origin),
    ]);
    return accept(redirectDocument(`/helping/${codeId}`, { status: 303, headers: forgetBrowser(cookies) }));
  },
});
