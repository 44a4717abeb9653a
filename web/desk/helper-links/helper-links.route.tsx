import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { typedPermissions } from "../../requests/form-text.ts";
import { organiserFor } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/helper-links.route.ts";
import { HelperLinks } from "./helper-links.tsx";
import { changeHelperLinks, type HelperLinkResult, loadHelperLinks } from "./helper-links-page.ts";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const [page, desk] = await Promise.all([loadHelperLinks(args.context, scope), loadDeskHead(args, scope)]);
  return { ...page, desk };
}

export async function action(args: Route.ActionArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await changeHelperLinks(args, scope, form);
  if (outcome.ok) return data<HelperLinkResult>(outcome.value);
  const refusal = refusalView(outcome.refusal);
  const typed = { name: String(form.get("name") ?? ""), permissions: typedPermissions(form) };
  return data<HelperLinkResult>({ is: "refused", refusal, typed }, refusalStatus(outcome.refusal));
}

export default function HelperLinksPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <DeskHead head={loaderData.desk} />
      <HelperLinks view={loaderData} result={actionData ?? null} />
    </>
  );
}
