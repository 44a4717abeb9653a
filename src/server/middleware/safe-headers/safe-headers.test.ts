import { Hono } from "hono";
import { expect, it } from "vitest";
import { safeHeaders } from "./safe-headers.ts";

const app = new Hono();
app.use(safeHeaders());
app.get("/", (c) => c.text("hello"));
app.get("/broken", () => {
  throw new Error("broken");
});
app.onError((_error, c) => c.text("sorry", 500));

it.each(["/", "/nothing", "/broken"])(
  "%s: no guessing of types, no frames elsewhere, no address told to others",
  async (path) => {
    const { headers } = await app.request(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toMatch(/camera=\(\).*geolocation=\(\)/);
    expect(headers.get("strict-transport-security")).toBeNull();
  },
);
