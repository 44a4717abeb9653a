import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

/** The library that draws the page of its description: its files lie in its package. */
const LIBRARY = dirname(fileURLToPath(import.meta.resolve("swagger-ui-dist/package.json")));

const FILES = ["swagger-ui.css", "swagger-ui-bundle.js"];

/** The library sets styles in the page, and asks this site alone. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

const A_DAY = "public, max-age=86400";

const START = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** The API's description to read and to try out: GET /api/docs. No other page loads its library. */
export function docsApi({ productName }: { readonly productName: string }): Hono {
  const app = new Hono();
  const title = `${productName.replace(/[&<]/g, (character) => (character === "&" ? "&amp;" : "&lt;"))} API`;
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="docs"><noscript><a href="/api/openapi.json">${title}: openapi.json</a></noscript></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
  app.get("/", (c) => c.html(page, 200, { "content-security-policy": POLICY, "cache-control": A_DAY }));
  app.get("/start.js", (c) => c.body(START, 200, { "content-type": "text/javascript", "cache-control": A_DAY }));
  for (const file of FILES) {
    app.get(
      `/${file}`,
      serveStatic({ path: join(LIBRARY, file), onFound: (_, c) => c.header("cache-control", A_DAY) }),
    );
  }
  return app;
}
