import { Hono } from "hono";
import { expect, test } from "vitest";
import { noStore } from "./no-store.ts";

const app = new Hono();
app.use(noStore());
app.get("/page", (c) => c.html("a code"));
app.post("/form", (c) => c.html("a code", 201));
app.get("/file", (c) => c.body("the same for everybody", 200, { "cache-control": "public, max-age=3600" }));

test("nobody keeps an answer that does not say that it may be kept", async () => {
  for (const [method, path, said] of [
    ["GET", "/page", "no-store"],
    ["POST", "/form", "no-store"],
    ["GET", "/nowhere", "no-store"],
    ["GET", "/file", "public, max-age=3600"],
  ] as const) {
    expect([path, (await app.request(path, { method })).headers.get("cache-control")]).toEqual([path, said]);
  }
});
