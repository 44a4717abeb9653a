import type { PageHandle } from "#src/http/page-handle.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/webhooks.route.ts";
import { OpenWebhook } from "./open-webhook.tsx";
import { Webhooks } from "./webhooks.tsx";
import { changeWebhooks, loadWebhooks, typedEndpoint } from "./webhooks-page.ts";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("webhooks:description", loadWebhooks);

export const action = deskAction({ read: typedEndpoint, change: changeWebhooks });

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, endpoints } = loaderData;
  const result = actionData ?? null;
  return open ? <OpenWebhook webhook={open} result={result} /> : <Webhooks webhooks={endpoints} result={result} />;
}
