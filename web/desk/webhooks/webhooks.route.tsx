import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { loadDeskHead } from "../../requests/desk-head.ts";
import { organiserFor } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import { DeskHead } from "../../ui/desk-head/desk-head.tsx";
import type { Route } from "./+types/webhooks.route.ts";
import { OpenWebhook } from "./open-webhook.tsx";
import { Webhooks } from "./webhooks.tsx";
import { changeWebhooks, loadWebhooks, typedEndpoint, type WebhooksResult } from "./webhooks-page.ts";

export const handle: PageHandle = { forms: true, personal: true, leavesDesk: "as-guest" };

export async function loader(args: Route.LoaderArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const [page, desk] = await Promise.all([loadWebhooks(args, scope), loadDeskHead(args, scope)]);
  return { ...page, desk };
}

export async function action(args: Route.ActionArgs) {
  const scope = await organiserFor(args, "raffleCode");
  const form = await readForm(args.request, args.context.get(visitorContext).language);
  const outcome = await attempt(args.context, () => changeWebhooks(args, scope, form));
  if (outcome.ok) return data<WebhooksResult>(outcome.value);
  const refusal = refusalView(outcome.refusal);
  return data<WebhooksResult>({ is: "refused", refusal, typed: typedEndpoint(form) }, refusalStatus(outcome.refusal));
}

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, endpoints } = loaderData;
  const result = actionData ?? null;
  return (
    <>
      <DeskHead head={loaderData.desk} />
      {open ? <OpenWebhook webhook={open} result={result} /> : <Webhooks webhooks={endpoints} result={result} />}
    </>
  );
}
