import { redirectDocument } from "react-router";
import { findHelperLink } from "#src/access/staff/helper-links.ts";
import { helperPass } from "#src/access/staff/staff.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/helper-door.route.ts";
import { HelperDoor } from "./helper-door.tsx";

export const handle: PageHandle = { forms: true };

/** Shows whose link it is. It sets nothing: chats fetch links to preview them. */
export async function loader(args: Route.LoaderArgs) {
  const { helper, raffle } = await findLink(args);
  const description = translate(args.context.get(visitorContext).language, { key: "claims:helpers.door.description" });
  const meta = { path: "helper", description, listed: false };
  return { name: helper.name, permissions: helper.permissions, raffle: raffle.name, meta };
}

/** Makes this browser the helper's, until the link is ended or a month has passed. */
export async function action(args: Route.ActionArgs) {
  const { helper, raffle } = await findLink(args);
  const { secret, clock, config } = args.context.get(siteContext);
  const pass = helperPass({ secret, cookies: args.request.headers.get("cookie") ?? "", now: clock() }, helper.id);
  setCookies(args.context, [passCookie(pass, config.origin)]);
  return redirectDocument(`/helping/${raffle.codeId}`, 303);
}

async function findLink({ context, params }: Pick<Route.LoaderArgs, "context" | "params">) {
  const { db } = context.get(siteContext);
  const raffle = await findRaffle(db, params.raffleCode);
  const helper = raffle && (await findHelperLink(db, raffle.id, params.token));
  if (!raffle || !helper) throw refusalPage(context, { reason: "helper-link-ended" }, { ended: true });
  return { raffle, helper };
}

export default function HelperDoorPage({ loaderData }: Route.ComponentProps) {
  return <HelperDoor {...loaderData} />;
}
