import { type Context, Hono } from "hono";
import { proveEventOrganiser, proveEventOrganiserByToken } from "#src/access/organiser.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { refuse } from "#src/base/outcome.ts";
import { createEventFrom } from "#src/events/create-event.ts";
import { editEventFrom } from "#src/events/edit-event.ts";
import { findEvent } from "#src/events/read.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { readJson, solutionIn } from "./body.ts";
import { described } from "./openapi/described.ts";
import { eventOperations } from "./openapi/event-operations.ts";
import { creatorOf, readBasic, shownTo, solutionOf, tokenOf } from "./organiser.ts";
import { matchedVersion } from "./version-header.ts";

/** Events: create, read one, change one. */
export function eventApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  function givenTo(c: Context, body: unknown) {
    return { ...site, address: addressOf(c), solution: solutionIn(c.req.raw, body) };
  }

  app.post("/", described(eventOperations.create), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const owner = await creatorOf(site, c, addressOf(c), "manage-events");
    if (!owner.ok) return problem(owner.refusal);
    const outcome = await createEventFrom({ ...givenTo(c, body.value), owner: owner.value }, body.value, null);
    if (!outcome.ok) return problem(outcome.refusal);
    const headers = { location: `/api/events/${outcome.value.code}`, "cache-control": "no-store" };
    return c.json(shownTo(owner.value, outcome.value), 201, headers);
  });

  app.get("/:code", described(eventOperations.find), async (c) => {
    const event = await findEvent(site.db, c.req.param("code"));
    if (!event) return problem({ reason: "event-not-found" });
    return c.json(event, 200, { etag: `"${event.version}"` });
  });

  app.patch("/:code", described(eventOperations.change), async (c) => {
    const scope = await organiserOfEvent(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const { version } = (body.value ?? {}) as { version?: unknown };
    const outcome = await editEventFrom(givenTo(c, body.value), scope.value, body.value, matchedVersion(c) ?? version);
    if (!outcome.ok) return problem(outcome.refusal);
    const event = await findEvent(site.db, scope.value.eventId);
    if (!event) return problem({ reason: "event-not-found" });
    return c.json(event, 200, { etag: `"${event.version}"`, "cache-control": "no-store" });
  });

  return app;
}

/**
 * Proves an event's organiser by one of: an API token; HTTP Basic with its code and access code; the session of the
 * account that made it, or of an admin; the pass of a browser.
 */
async function organiserOfEvent(site: Site, c: Context, address: string) {
  const code = c.req.param("code") ?? "";
  const token = await tokenOf(site, c, address);
  if (token && !token.ok) return token;
  if (token) return proveEventOrganiserByToken(site.db, token.value, code);
  const basic = readBasic(c.req.header("authorization"));
  const event = await findEvent(site.db, code);
  if (!event) return refuse({ reason: "event-not-found" });
  // Basic credentials of another event do not open this one.
  if (basic && typedCode(basic.user) !== event.code) return refuse({ reason: "access-code-mismatch" });
  const cookie = c.req.header("cookie");
  const account = basic ? null : (await site.accounts.recognise({ cookie, address })).account;
  return proveEventOrganiser(
    { ...site, reader: site.db, address, solution: solutionOf(c), pass: cookie, account },
    { event: event.id, accessCode: basic?.password },
  );
}
