import { Hono } from "hono";
import { problem } from "#src/http/problem.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { plans } from "#src/i18n/plans.ts";

/** The plans as the pricing page shows them: /data/plans.{language}.json. */
export function planApi(): Hono {
  const app = new Hono();
  app.get("/:file", (c) => {
    const language = LANGUAGES.find((known) => `plans.${known}.json` === c.req.param("file"));
    if (!language) return problem({ reason: "not-found" });
    return c.json(plans[language], 200, { "cache-control": "public, max-age=3600" });
  });
  return app;
}
