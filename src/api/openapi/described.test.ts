import { Hono } from "hono";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { createApi } from "../create-api.ts";
import { described, pathsOf } from "./described.ts";

const { site } = await openTestApi();

const OPERATION = { summary: "Read one", responses: { 200: { description: "It." } } };

it("takes path, method and path parameters from the route, wherever it is mounted", () => {
  const part = new Hono().get("/:code/data", described(OPERATION), (c) => c.json({}));
  const code = {
    name: "code",
    in: "path",
    required: true,
    description: expect.any(String),
    schema: { type: "string" },
  };
  expect(pathsOf(new Hono().route("/events", part))).toEqual({
    "/api/events/{code}/data": { get: { ...OPERATION, parameters: [code] } },
  });
});

it("refuses a path parameter that nothing describes", () => {
  const app = new Hono().get("/:unknown", described(OPERATION), (c) => c.json({}));
  expect(() => pathsOf(app)).toThrow("unknown");
});

it("has every route of the API but its documents", () => {
  const app = createApi(site, pino({ level: "silent" }), () => "");
  const paths = pathsOf(app);
  const missing = app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/docs") && path !== "/openapi.json")
    .filter(({ method, path }) => !paths[`/api${path.replace(/:(\w+)/g, "{$1}")}`]?.[method.toLowerCase()])
    .map(({ method, path }) => `${method} ${path}`);
  expect(missing).toEqual([]);
});
