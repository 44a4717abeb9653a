import { Hono } from "hono";
import { createRaffleFrom } from "#src/raffles/create-raffle.ts";
import { findRaffle, listPublishedRaffles } from "#src/raffles/read.ts";
import { readJson } from "./body.ts";
import { pageNumber } from "./page-number.ts";
import { problem } from "./problem.ts";
import type { Site } from "./site.ts";

/** Raffles: create, list the published, read one. */
export function raffleApi(site: Site): Hono {
  const app = new Hono();

  app.post("/", async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const outcome = await createRaffleFrom({ ...site, timeZone: site.config.timeZone }, body.value, null);
    if (!outcome.ok) return problem(outcome.refusal);
    const headers = { location: `/api/raffles/${outcome.value.codeId}`, "cache-control": "no-store" };
    return c.json(outcome.value, 201, headers);
  });

  app.get("/", async (c) => {
    const page = pageNumber(c.req.query("page"));
    const { raffles, more } = await listPublishedRaffles(site.db, page);
    if (more) c.header("link", `</api/raffles?page=${page + 1}>; rel="next"`);
    return c.json(raffles);
  });

  app.get("/:idOrCode", async (c) => {
    const raffle = await findRaffle(site.db, c.req.param("idOrCode"));
    return raffle ? c.json(raffle) : problem({ reason: "raffle-not-found" });
  });

  return app;
}
