import { data } from "react-router";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { attempt } from "../../requests/attempt.ts";
import { organiserOf } from "../../requests/organiser.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
import type { Route } from "./+types/webhooks.route.ts";
import { OpenWebhook } from "./open-webhook.tsx";
import { Webhooks } from "./webhooks.tsx";
import { changeWebhooks, loadWebhooks, typedEndpoint, type WebhooksResult } from "./webhooks-page.ts";

export const handle: PageHandle = { forms: true };

export async function loader(args: Route.LoaderArgs) {
  const scope = organiserOf(args);
  return loadWebhooks(args, scope);
}

export async function action(args: Route.ActionArgs) {
  const scope = organiserOf(args);
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
    <>{open ? <OpenWebhook webhook={open} result={result} /> : <Webhooks webhooks={endpoints} result={result} />}</>
  );
}
