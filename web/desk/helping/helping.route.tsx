import { redirectDocument } from "react-router";
import { HELPER_COOKIE } from "#src/access/staff/staff.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { raffleOf } from "../../requests/raffle.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import { staffOnPage } from "../../requests/staff.ts";
import type { Route } from "./+types/helping.route.ts";
import { Helping } from "./helping.tsx";

export const handle: PageHandle = { forms: true, personal: true };

/** The helper's home: what this browser may do for the raffle. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await staffOnPage(args, args.params.raffleCode);
  if (!staff.ok) throw refusalPage(args.context, staff.refusal);
  const { helper, permissions, raffleId } = staff.value;
  const raffle = await raffleOf(args.context, raffleId);
  const description = translate(args.context.get(visitorContext).language, { key: "claims:helpers.home.description" });
  const meta = { path: "helping", description, ...partOfRaffle(raffle) };
  return { helper, permissions, raffle: raffle.name, codeId: raffle.codeId, meta };
}

/** Forgets the helper's links in this browser, because somebody else may use the phone next. */
export function action({ context, params }: Route.ActionArgs) {
  const { origin } = context.get(siteContext).config;
  setCookies(context, [passCookie({ name: HELPER_COOKIE, value: "", expiresAt: new Date(0) }, origin)]);
  return redirectDocument(`/raffle/${params.raffleCode}`, 303);
}

export default function HelpingPage({ loaderData }: Route.ComponentProps) {
  return <Helping {...loaderData} />;
}
