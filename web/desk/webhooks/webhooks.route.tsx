import { redirectDocument } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { pageNumber } from "#src/http/page-number.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { deliverAgain, testEndpoint } from "#src/webhooks/ask-delivery.ts";
import { addEndpoint, editEndpoint, removeEndpoint, renewSecret, switchEndpointOn } from "#src/webhooks/endpoints.ts";
import { type Endpoint, findEndpoint, listDeliveries, listEndpoints, type OpenEndpoint } from "#src/webhooks/read.ts";
import { TEST_KIND } from "#src/webhooks/schema.ts";
import type { SentForm } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import type { Route } from "./+types/webhooks.route.ts";
import { OpenWebhook, Webhooks } from "./webhooks.tsx";

export const handle: PageHandle = { forms: true };

/** Loads a raffle's endpoints, and the one that the address names, with a page of its log. */
export const loader = deskLoader("webhooks:description", async ({ url, site, scope }) => {
  const { db, secret } = site;
  const view = (endpoint: Endpoint) => ({ ...endpoint, host: new URL(endpoint.url).host });
  const asked = url.searchParams;
  const page = pageNumber(asked.get("page"));
  // What an endpoint's state says and what its log says belong together.
  return inSnapshot(db, async (reader) => {
    const named = await findEndpoint(reader, secret, scope, asked.get("endpoint") ?? "");
    const log = named && (await listDeliveries(reader, scope, named.id, page));
    return {
      endpoints: (await listEndpoints(reader, scope)).map(view),
      open: named && log && openView(named, { ...log, page }),
    };
  });
});

export const action = deskAction({ read: typedEndpoint, change: changeWebhooks });

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, endpoints } = loaderData;
  if (open) return <OpenWebhook webhook={open} result={actionData} />;
  return <Webhooks webhooks={endpoints} result={actionData} />;
}

/** What was done, by the key of its sentence. */
type Done = {
  readonly is: "added" | "saved" | "removed" | "renewed" | "switchedOn" | "checked";
  readonly endpoint: string | null;
};

type Refused = Refusal<RefusalReason>;

type TypedEndpoint = { readonly url: string; readonly kinds: readonly string[]; readonly withPeople: boolean };

/** The seconds after which the page looks for the answer to a message that goes out at once. */
const ANSWERS_IN_SECONDS = 3;

/** An endpoint with a page of its log. */
function openView(endpoint: OpenEndpoint, log: Awaited<ReturnType<typeof listDeliveries>> & { readonly page: number }) {
  const isUnderway = log.deliveries.some(
    ({ kind, state, attempts }) =>
      endpoint.verifiedAt !== null &&
      state === "waiting" &&
      attempts === 0 &&
      (kind === TEST_KIND || endpoint.failingSince === null),
  );
  const reloadAfter = isUnderway ? ANSWERS_IN_SECONDS : null;
  return { ...endpoint, host: new URL(endpoint.url).host, ...log, reloadAfter };
}

/** Does what the form says, to the endpoint that the address names or to a new one. */
async function changeWebhooks({
  url,
  deps: site,
  language,
  scope,
  form,
  intent,
  typed,
}: SentForm<OrganiserScope, TypedEndpoint>): Promise<Outcome<Done | Response, Refused>> {
  const endpointId = url.searchParams.get("endpoint") ?? "";
  const done = (is: Done["is"], outcome: Outcome<unknown, Refused>, endpoint: string | null = endpointId) =>
    outcome.ok ? accept({ is, endpoint }) : outcome;
  // Loads the page anew, which then looks for the answer by itself.
  const sent = (outcome: Outcome<unknown, Refused>) =>
    outcome.ok ? accept(redirectDocument(`?${new URLSearchParams({ endpoint: endpointId })}`, 303)) : outcome;
  switch (intent) {
    case "add": {
      const added = await addEndpoint(site, scope, typed, { address: site.address, language });
      return done("added", added, added.ok ? added.value.id : null);
    }
    case "save":
      return done("saved", await editEndpoint(site, scope, endpointId, typed, site));
    case "remove":
      return done("removed", await removeEndpoint(site, scope, endpointId), null);
    case "renew":
      return done("renewed", await renewSecret(site, scope, endpointId));
    case "on":
      return done("switchedOn", await switchEndpointOn(site, scope, endpointId));
    case "check": {
      const place = { raffleId: scope.raffleId, endpointId };
      return done("checked", await site.webhookConsents.ask(place, site.address));
    }
    case "test":
      return sent(await testEndpoint(site.db, scope, endpointId));
    case "again": {
      const deliveryId = formText(form, "delivery");
      return sent(await deliverAgain(site.db, scope, { endpointId, deliveryId }));
    }
    default:
      return refuse({ reason: "body-invalid" });
  }
}

function typedEndpoint(form: FormData): TypedEndpoint {
  return {
    url: formText(form, "url"),
    kinds: form.getAll("kinds").map(String),
    withPeople: form.has("withPeople"),
  };
}
