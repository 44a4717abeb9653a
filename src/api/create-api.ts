import { Hono } from "hono";
import type { Logger } from "pino";
import { requestIdOf, senderLeft } from "#src/http/incoming.ts";
import { problem } from "#src/http/problem.ts";
import { failureOf } from "#src/http/refusals.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { codeBatchApi, earningApi } from "./codes/codes.ts";
import { drawApi, lockApi } from "./draws/draws.ts";
import { winnersExportApi } from "./draws/winners-export.ts";
import { entryApi, raffleEntryApi } from "./entries/entries.ts";
import { entryExportApi } from "./entries/entry-export.ts";
import { entryListApi } from "./entries/entry-list.ts";
import { eventApi } from "./events.ts";
import { refuseMethod } from "./headers/allow.ts";
import { idempotency } from "./headers/idempotency.ts";
import { publicReads } from "./headers/public-reads.ts";
import { rateLimitHeaders } from "./headers/rate-limit-headers.ts";
import { docsApi } from "./openapi/docs.ts";
import { openApiDocument } from "./openapi.ts";
import { overviewApi } from "./overview/overview.ts";
import { raffleAccessApi } from "./raffle-access.ts";
import { raffleApi } from "./raffles.ts";
import { showApi } from "./show/show.ts";
import { ticketApi } from "./tickets.ts";
import { webhookApi } from "./webhooks/webhooks.ts";

/** The JSON API, to be mounted at /api. It answers every refusal and error with problem details (RFC 9457). */
export function createApi(site: Site, log: Logger, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.use(publicReads());
  app.use(rateLimitHeaders());
  app.use(idempotency(site, addressOf));
  // Made when it is first asked for, so that it does not delay the start.
  let document: string | undefined;
  app.get("/openapi.json", (c) => {
    document ??= JSON.stringify(openApiDocument(site.config, app));
    return c.body(document, 200, { "content-type": "application/json", "cache-control": "public, max-age=300" });
  });
  app.route("/docs", docsApi(site.config));
  app.route("/raffles", raffleApi(site, addressOf));
  app.route("/raffles", raffleEntryApi(site, addressOf));
  app.route("/raffles", raffleAccessApi(site, addressOf));
  app.route("/raffles", entryListApi(site, addressOf));
  app.route("/raffles", entryExportApi(site, addressOf));
  app.route("/raffles", winnersExportApi(site, addressOf));
  app.route("/raffles", overviewApi(site, log, addressOf));
  app.route("/raffles", drawApi(site, addressOf));
  app.route("/raffles", showApi(site, log, addressOf));
  app.route("/raffles", webhookApi(site, addressOf));
  app.route("/raffles", codeBatchApi(site, addressOf));
  app.route("/locks", lockApi(site));
  app.route("/entries", entryApi(site, addressOf));
  app.route("/entries", earningApi(site, addressOf));
  app.route("/tickets", ticketApi(site, addressOf));
  app.route("/events", eventApi(site, addressOf));
  app.all("*", (c) => refuseMethod(app, c.req.path.replace(/^\/api/, "")));
  app.onError((error, c) => {
    const request = requestIdOf(c, site.config);
    log[senderLeft(c) ? "debug" : "error"]({ err: error, request, method: c.req.method }, "API request failed");
    return problem(failureOf(error, site.presence), { "x-request-id": request });
  });
  return app;
}
