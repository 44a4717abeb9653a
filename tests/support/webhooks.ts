import { afterEach, beforeEach } from "vitest";
import type { OrganiserScope } from "#src/access/scope.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { announce } from "#src/webhooks/announce.ts";
import { type ContentReader, webhookDelivery } from "#src/webhooks/delivery.ts";
import { addEndpoint } from "#src/webhooks/endpoints.ts";
import { createPost } from "#src/webhooks/post.ts";
import { findEndpoint, listDeliveries } from "#src/webhooks/read.ts";
import type { EndpointPlace, WebhookKind } from "#src/webhooks/schema.ts";
import type { TestApi, TestRaffle } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import { openTestApi } from "./open-test-api.ts";
import { organiserScope } from "./organiser-scope.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

/** An organiser's browser. */
export const SENDER = { address: "192.0.2.1", language: "en" } as const;

export const ALWAYS = new AbortController().signal;

/** A raffle whose organiser has a receiver on this machine. */
export type HookedRaffle = {
  readonly raffle: TestRaffle;
  readonly scope: OrganiserScope;
  readonly receiver: WebhookReceiver;
};

/** A test API, and before each test another raffle whose organiser has a receiver: `hooked` is always the newest. */
export async function openWebhooks() {
  const api = await openTestApi({ WEBHOOK_TARGETS: "any" });
  const hooks = webhooksOf(api);
  const hooked: HookedRaffle = await hooks.hookedRaffle();
  await hooked.receiver.close();
  beforeEach(async () => {
    Object.assign(hooked, await hooks.hookedRaffle());
  });
  afterEach(() => hooked.receiver.close());
  return Object.assign(hooks, { api, hooked });
}

/** What tests do with webhooks, on a test API with WEBHOOK_TARGETS=any. */
export function webhooksOf({ site, database, ...api }: TestApi & { readonly database: TestDatabase }) {
  const { db, pool } = database;
  const logOf = async ({ scope }: HookedRaffle, { endpointId }: EndpointPlace) =>
    (await listDeliveries(db, scope, endpointId, 1)).deliveries;
  return {
    logOf,
    async hookedRaffle(): Promise<HookedRaffle> {
      const raffle = await api.createRaffle();
      return { raffle, scope: await organiserScope(site, raffle), receiver: await startWebhookReceiver() };
    },
    async endpoint({ raffle, scope, receiver }: HookedRaffle, ...kinds: WebhookKind[]): Promise<EndpointPlace> {
      const sent = { url: receiver.url, kinds: kinds.length > 0 ? kinds : ["raffle.locked"] };
      const added = await addEndpoint(site, scope, sent, SENDER);
      if (!added.ok) throw new Error(JSON.stringify(added.refusal));
      return { raffleId: raffle.id, endpointId: added.value.id };
    },
    /** Announces an event. */
    notify: ({ raffle }: HookedRaffle, kind: WebhookKind = "raffle.locked", subjectId: string | null = null) =>
      inTransaction(db, (tx) => announce(tx, { raffleId: raffle.id, kind, subjectId })),
    /** Runs the job of an endpoint. */
    deliver(place: EndpointPlace, contents: Record<string, ContentReader> = {}) {
      const post = createPost({ targets: "any" });
      return webhookDelivery({ db, secret: site.secret, contents, post, stopping: ALWAYS }).run(place, ALWAYS);
    },
    /** State and answer of each message, the latest first. */
    states: async (hooked: HookedRaffle, place: EndpointPlace) =>
      (await logOf(hooked, place)).map(({ state, answer }) => `${state} ${answer}`),
    find: ({ scope }: HookedRaffle, { endpointId }: EndpointPlace) => findEndpoint(db, site.secret, scope, endpointId),
    /** Lets so many seconds pass for what waits. */
    async later(seconds: number): Promise<void> {
      const by = `interval '${seconds} seconds'`;
      await pool.query(`update webhook_deliveries set next_at = next_at - ${by}, give_up_at = give_up_at - ${by},
        made_at = made_at - ${by} where state = 'waiting'`);
      await pool.query(`update webhook_endpoints set paused_until = paused_until - ${by},
        failing_since = failing_since - ${by}, former_until = former_until - ${by}`);
    },
  };
}
