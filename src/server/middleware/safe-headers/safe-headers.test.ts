import { Hono } from "hono";
import { expect, it } from "vitest";
import { safeHeaders } from "./safe-headers.ts";

const app = new Hono();
app.use(safeHeaders("http://localhost:3000"));
app.get("/", (c) => c.text("hello"));
app.get("/page", (c) => c.html("<p>hello</p>", 200, { "content-security-policy": "default-src 'self'" }));
app.get("/broken", () => {
  throw new Error("broken");
});
app.onError((_error, c) => c.text("sorry", 500));

it.each(["/", "/nothing", "/broken"])(
  "%s: no guessing of types, no frames elsewhere, no address told to others",
  async (path) => {
    const { headers } = await app.request(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toMatch(/camera=\(\).*geolocation=\(\)/);
    expect(headers.get("strict-transport-security")).toBeNull();
  },
);

it("leaves a page its own policy, and lets nothing in other answers run", async () => {
  const policyOf = async (path: string) => (await app.request(path)).headers.get("content-security-policy");
  expect(await policyOf("/page")).toBe("default-src 'self'");
  expect(await policyOf("/")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await policyOf("/broken")).toBe("default-src 'none'; frame-ancestors 'none'");
});

it("asks for https from now on where the site has it", async () => {
  const behindTls = new Hono().use(safeHeaders("https://raffles.example.com")).get("/", (c) => c.text("hello"));
  const { headers } = await behindTls.request("/");
  expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
});
