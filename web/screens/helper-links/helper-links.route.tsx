import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageMeta } from "../../page/page-meta.ts";
import { ORGANISER_HEADERS, organiserFor } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusal-view.ts";
import type { Route } from "./+types/helper-links.route.ts";
import { HelperLinks } from "./helper-links.tsx";
import { changeHelperLinks, type HelperLinkResult, loadHelperLinks } from "./helper-links-page.ts";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  return data(await loadHelperLinks(args.context, scope), { headers: ORGANISER_HEADERS });
}

export async function action(args: Route.ActionArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await changeHelperLinks(args, scope, form);
  if (outcome.ok) return data<HelperLinkResult>(outcome.value);
  const refusal = refusalView(outcome.refusal);
  const typed = { name: String(form.get("name") ?? ""), deeds: form.getAll("deeds").map(String) };
  return data<HelperLinkResult>({ is: "refused", refusal, typed }, refusalStatus(outcome.refusal));
}

export const headers: Route.HeadersFunction = () => ORGANISER_HEADERS;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.meta) : []);

export default function HelperLinksPage({ loaderData, actionData, params }: Route.ComponentProps) {
  return <HelperLinks view={loaderData} accessCode={params.accessCode} result={actionData ?? null} />;
}
