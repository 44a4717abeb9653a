import { Hono } from "hono";
import { problem } from "#src/http/problem.ts";
import { catalogues } from "#src/i18n/catalogues.ts";
import { LANGUAGES, NAMESPACES } from "#src/i18n/languages.ts";

/** The message catalogues, for translators and programs: /locales/{language}/{namespace}.json. */
export function localeApi(): Hono {
  const app = new Hono();
  app.get("/:language/:file", (c) => {
    const language = LANGUAGES.find((known) => known === c.req.param("language"));
    const namespace = NAMESPACES.find((known) => `${known}.json` === c.req.param("file"));
    if (!language || !namespace) return problem({ reason: "not-found" });
    return c.json(catalogues[language][namespace], 200, { "cache-control": "public, max-age=3600" });
  });
  return app;
}
