import { Hono } from "hono";
import { problem } from "#src/http/problem.ts";
import type { Site } from "#src/http/site.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";

/** The plans as the pricing page shows them: /data/plans.{language}.json. Without plans the list is empty. */
export function planApi({ plans }: Pick<Site, "plans">): Hono {
  const app = new Hono();
  app.get("/:file", (c) => {
    const language = LANGUAGES.find((known) => `plans.${known}.json` === c.req.param("file"));
    if (!language) return problem({ reason: "not-found" });
    return c.json(plans?.[language] ?? [], 200, { "cache-control": "public, max-age=3600" });
  });
  return app;
}
