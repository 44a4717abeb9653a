import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { typedPermissions } from "../../requests/form-text.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/helper-links.route.ts";
import { HelperLinks } from "./helper-links.tsx";
import { changeHelperLinks, type HelperLinkResult, loadHelperLinks } from "./helper-links-page.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  return loadHelperLinks(args.context, scope);
}

export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await changeHelperLinks(args, scope, form);
  if (outcome.ok) return data<HelperLinkResult>(outcome.value);
  const refusal = refusalView(outcome.refusal);
  const typed = { name: String(form.get("name") ?? ""), permissions: typedPermissions(form) };
  return data<HelperLinkResult>({ is: "refused", refusal, typed }, refusalStatus(outcome.refusal));
}

export default function HelperLinksPage({ loaderData, actionData }: Route.ComponentProps) {
  return <HelperLinks view={loaderData} result={actionData ?? null} />;
}
