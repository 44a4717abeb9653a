import { type Context, Hono } from "hono";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { createRaffleFrom } from "#src/raffles/lifecycle/create-raffle.ts";
import { editRaffleFrom } from "#src/raffles/lifecycle/edit-raffle.ts";
import { publishedRafflesAfter } from "#src/raffles/lists/published-after.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { NO_PICTURES } from "#src/raffles/shop/shop-pictures.ts";
import { type TimelineFacts, timelineOf } from "#src/raffles/timeline/timeline.ts";
import { readJson, solutionIn } from "./body.ts";
import { linkParts } from "./headers/page-links.ts";
import { described } from "./openapi/described.ts";
import { raffleOperations } from "./openapi/raffle-operations.ts";
import { creatorOf, proveOrganiserOf, shownTo } from "./organiser.ts";
import { matchedVersion } from "./version-header.ts";

/** Raffles: create, list the published, read one, change one. */
export function raffleApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  function givenTo(c: Context, body: unknown) {
    return { ...site, timeZone: site.config.timeZone, address: addressOf(c), solution: solutionIn(c.req.raw, body) };
  }

  app.post("/", described(raffleOperations.create), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const owner = await creatorOf(site, c, addressOf(c), "manage-raffle");
    if (!owner.ok) return problem(owner.refusal);
    const given = { ...givenTo(c, body.value), owner: owner.value };
    const outcome = await createRaffleFrom(given, body.value, { banner: null, pictures: NO_PICTURES });
    if (!outcome.ok) return problem(outcome.refusal);
    const headers = { location: `/api/raffles/${outcome.value.codeId}`, "cache-control": "no-store" };
    return c.json(shownTo(owner.value, outcome.value), 201, headers);
  });

  app.get("/", described(raffleOperations.list), async (c) => {
    const { raffles, next } = await publishedRafflesAfter(site.db, c.req.query("after") ?? null);
    linkParts(c, { next });
    return c.json(raffles.map(withTimeline));
  });

  app.get("/:idOrCode", described(raffleOperations.find), async (c) => {
    const raffle = await findRaffle(site.db, c.req.param("idOrCode"));
    if (!raffle) return problem({ reason: "raffle-not-found" });
    c.header("etag", `"${raffle.version}"`);
    return c.json(withTimeline(raffle));
  });

  app.patch("/:idOrCode", described(raffleOperations.change), async (c) => {
    const scope = await proveOrganiserOf(site, c, addressOf(c), "manage-raffle");
    if (!scope.ok) return problem(scope.refusal);
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const { version, confirmRemoval } = (body.value ?? {}) as { version?: unknown; confirmRemoval?: unknown };
    const request = { version: matchedVersion(c) ?? version, confirmRemoval };
    const outcome = await editRaffleFrom(givenTo(c, body.value), scope.value, body.value, request);
    if (!outcome.ok) return problem(outcome.refusal);
    const raffle = await findRaffle(site.db, scope.value.raffleId);
    if (!raffle) return problem({ reason: "raffle-not-found" });
    return c.json(withTimeline(raffle), 200, { etag: `"${raffle.version}"`, "cache-control": "no-store" });
  });

  return app;
}

function withTimeline<Raffle extends TimelineFacts>(raffle: Raffle) {
  return { ...raffle, timeline: timelineOf(raffle) };
}
