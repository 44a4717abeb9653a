import { data } from "react-router";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { listRafflesForAdmin } from "#src/raffles/lists/account-raffles.ts";
import { actOnRaffle } from "../desk/admin-raffle-list/admin-raffle-action.ts";
import { adminFor } from "../requests/account.ts";
import { attempt } from "../requests/attempt.ts";
import { readForm } from "../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../requests/refusals/refusal-view.ts";
import { accountRaffleView } from "../site/profile/account-raffle-view.ts";
import type { Route } from "./+types/admin-raffles.route.ts";
import { adminPage } from "./admin-page.ts";
import { AdminRaffles } from "./admin-raffles.tsx";

export const handle: PageHandle = { forms: true, personal: true };

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, fragment, meta } = adminPage(args);
  const { raffles, more } = await listRafflesForAdmin(site.db, admin, { fragment, page });
  const shown = raffles.map((raffle) => ({ ...accountRaffleView(raffle, site, language), owner: raffle.owner }));
  return { raffles: shown, fragment, page, more, meta };
}

/** A new access code needs a confirmation first. Only one response ever shows it. */
export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await attempt(args.context, () => actOnRaffle(site, admin, form));
  return outcome.ok
    ? data({ done: outcome.value, refusal: null })
    : data({ done: null, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function AdminRafflesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminRaffles {...loaderData} result={actionData ?? null} />;
}
