import { type Context, Hono } from "hono";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { pageNumber } from "#src/http/page-number.ts";
import { problem } from "#src/http/problem.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import { deliverAgain, testEndpoint } from "#src/webhooks/ask-delivery.ts";
import { addEndpoint, editEndpoint, removeEndpoint, renewSecret, switchEndpointOn } from "#src/webhooks/endpoints.ts";
import { findEndpoint, listDeliveries, listEndpoints } from "#src/webhooks/read.ts";
import type { SentEndpoint } from "#src/webhooks/schema.ts";
import { readJson } from "../body.ts";
import { NO_STORE } from "../headers/no-store.ts";
import { described } from "../openapi/described.ts";
import { webhookOperations } from "../openapi/webhook-operations.ts";
import { organiserOf } from "../organiser.ts";

const ONE = "/:idOrCode/webhooks/:webhook";

/** The webhooks of a raffle, for its organiser. */
export function webhookApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();
  const { db, secret } = site;

  /** Answers an organiser's request by what `work` makes of it. */
  async function asOrganiser(c: Context, work: (scope: OrganiserScope) => Promise<Response>): Promise<Response> {
    // No token may: what it has sent would go on after the token has ended, and may be more than the token may read.
    const scope = await organiserOf(site, c, addressOf(c), "never");
    return scope.ok ? work(scope.value) : problem(scope.refusal);
  }

  async function show(c: Context, scope: OrganiserScope, id: string, status: 200 | 201): Promise<Response> {
    const found = await findEndpoint(db, secret, scope, id);
    return found ? c.json(found, status, NO_STORE) : problem({ reason: "webhook-not-found" });
  }

  async function withSent(c: Context, work: (sent: SentEndpoint) => Promise<Response>): Promise<Response> {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const isObject = typeof body.value === "object" && body.value !== null;
    return isObject ? work(body.value as SentEndpoint) : problem({ reason: "body-invalid" });
  }

  const done = (c: Context, outcome: Outcome<unknown, Refusal<RefusalReason>>, status: 202 | 204) =>
    outcome.ok ? c.body(null, status) : problem(outcome.refusal);

  app.get("/:idOrCode/webhooks", described(webhookOperations.list), (c) =>
    asOrganiser(c, async (scope) => c.json({ webhooks: await listEndpoints(db, scope) }, 200, NO_STORE)),
  );
  app.post("/:idOrCode/webhooks", described(webhookOperations.add), (c) =>
    asOrganiser(c, (scope) =>
      withSent(c, async (sent) => {
        const added = await addEndpoint(site, scope, sent, {
          address: addressOf(c),
          language: visitorLanguage(c, site.config.defaultLanguage),
        });
        return added.ok ? show(c, scope, added.value.id, 201) : problem(added.refusal);
      }),
    ),
  );
  app.get(ONE, described(webhookOperations.find), (c) =>
    asOrganiser(c, (scope) => show(c, scope, c.req.param("webhook"), 200)),
  );
  app.put(ONE, described(webhookOperations.change), (c) =>
    asOrganiser(c, (scope) =>
      withSent(c, async (sent) => {
        const saved = await editEndpoint(site, scope, c.req.param("webhook"), sent, { address: addressOf(c) });
        return saved.ok ? show(c, scope, c.req.param("webhook"), 200) : problem(saved.refusal);
      }),
    ),
  );
  app.delete(ONE, described(webhookOperations.remove), (c) =>
    asOrganiser(c, async (scope) => done(c, await removeEndpoint(site, scope, c.req.param("webhook")), 204)),
  );
  app.post(`${ONE}/secret`, described(webhookOperations.renewSecret), (c) =>
    asOrganiser(c, async (scope) => {
      const renewed = await renewSecret(site, scope, c.req.param("webhook"));
      return renewed.ok ? show(c, scope, c.req.param("webhook"), 200) : problem(renewed.refusal);
    }),
  );
  app.post(`${ONE}/on`, described(webhookOperations.switchOn), (c) =>
    asOrganiser(c, async (scope) => done(c, await switchEndpointOn(site, scope, c.req.param("webhook")), 204)),
  );
  app.post(`${ONE}/check`, described(webhookOperations.check), (c) =>
    asOrganiser(c, async ({ raffleId }) => {
      const place = { raffleId, endpointId: c.req.param("webhook") };
      return done(c, await site.webhookConsents.ask(place, addressOf(c)), 204);
    }),
  );
  app.post(`${ONE}/test`, described(webhookOperations.test), (c) =>
    asOrganiser(c, async (scope) => done(c, await testEndpoint(db, scope, c.req.param("webhook")), 202)),
  );
  app.get(`${ONE}/deliveries`, described(webhookOperations.deliveries), (c) =>
    asOrganiser(c, async (scope) => {
      const page = pageNumber(c.req.query("page"));
      const found = await findEndpoint(db, secret, scope, c.req.param("webhook"));
      if (!found) return problem({ reason: "webhook-not-found" });
      return c.json(await listDeliveries(db, scope, found.id, page), 200, NO_STORE);
    }),
  );
  app.post(`${ONE}/deliveries/:delivery`, described(webhookOperations.resend), (c) =>
    asOrganiser(c, async (scope) => {
      const place = { endpointId: c.req.param("webhook"), deliveryId: c.req.param("delivery") };
      return done(c, await deliverAgain(db, scope, place), 202);
    }),
  );
  return app;
}
