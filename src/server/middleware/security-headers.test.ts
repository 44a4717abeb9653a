import { Hono } from "hono";
import { expect, it } from "vitest";
import { securityHeaders } from "./security-headers.ts";

const app = new Hono();
app.use(securityHeaders({ origin: "http://localhost:3000", hstsSubdomains: true }));
app.get("/", (c) => c.text("hello"));
app.get("/page", (c) => c.html("<p>hello</p>", 200, { "content-security-policy": "default-src 'self'" }));
app.get("/data", (c) => c.json({ hello: true }));
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

it("lets the camera be asked for by the pages alone that may, and by no frame in them", async () => {
  const settings = { origin: "http://localhost:3000", hstsSubdomains: true };
  const scanning = new Hono().use(securityHeaders(settings, (c) => c.req.path === "/scan"));
  scanning.get("*", (c) => c.text("hello"));
  const policyOf = async (path: string) => (await scanning.request(path)).headers.get("permissions-policy");
  expect(await policyOf("/scan")).toMatch(/camera=\(self\).*microphone=\(\)/);
  expect(await policyOf("/")).toMatch(/camera=\(\)/);
});

it("leaves a page its own policy, and lets nothing in other answers run", async () => {
  const policyOf = async (path: string) => (await app.request(path)).headers.get("content-security-policy");
  expect(await policyOf("/page")).toBe("default-src 'self'");
  expect(await policyOf("/")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await policyOf("/broken")).toBe("default-src 'none'; frame-ancestors 'none'");
});

it("sets on JSON, which no browser shows as a page, nothing that only a page needs", async () => {
  const { headers } = await app.request("/data");
  expect(Object.fromEntries(headers)).toEqual({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "content-type": "application/json",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
});

it("asks for https from now on where the site has it, of other names only where that is set", async () => {
  for (const hstsSubdomains of [false, true]) {
    const settings = { origin: "https://raffles.example.com", hstsSubdomains };
    const behindTls = new Hono().use(securityHeaders(settings)).get("/", (c) => c.text("hello"));
    const said = (await behindTls.request("/")).headers.get("strict-transport-security");
    expect(said).toBe(`max-age=63072000${hstsSubdomains ? "; includeSubDomains" : ""}`);
  }
});
