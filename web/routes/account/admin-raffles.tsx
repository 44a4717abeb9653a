import { data } from "react-router";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import { listRafflesForAdmin } from "#src/raffles/account-raffles.ts";
import { ACCOUNT_HEADERS, adminFor } from "../../account.ts";
import { AdminRaffles } from "../../components/admin/admin-raffles.tsx";
import { pageMeta } from "../../page-meta.ts";
import { keptRaffleView } from "../../views/account-raffle-view.ts";
import { adminPage } from "../../views/admin-page.ts";
import { actOnRaffle } from "../../views/admin-raffle-action.ts";
import { attempt } from "../../views/attempt.ts";
import { readForm } from "../../views/posted-form.ts";
import { refusalStatus, refusalView } from "../../views/refusal-view.ts";
import type { Route } from "./+types/admin-raffles.ts";

export async function loader(args: Route.LoaderArgs) {
  const admin = await adminFor(args);
  const { site, language, page, fragment, meta } = adminPage(args);
  const { raffles, more } = await listRafflesForAdmin(site.db, admin, { fragment, page });
  const shown = raffles.map((raffle) => ({ ...keptRaffleView(raffle, site, language), owner: raffle.owner }));
  return { raffles: shown, fragment, page, more, meta };
}

/** A new access code is asked about first, and shown in the one answer that ever has it. */
export async function action(args: Route.ActionArgs) {
  const admin = await adminFor(args);
  const site = args.context.get(siteContext);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await attempt(args.context, () => actOnRaffle(site, admin, form));
  return outcome.ok
    ? data({ done: outcome.value, refusal: null })
    : data({ done: null, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export const headers = () => ACCOUNT_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function AdminRafflesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminRaffles {...loaderData} result={actionData ?? null} />;
}
