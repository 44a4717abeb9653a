import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { sameSitePosts } from "./csrf.ts";

const ORIGIN = "https://raffles.example";
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];

const app = new Hono();
let refused = 0;
app.use(
  sameSitePosts(ORIGIN, () => {
    refused += 1;
  }),
);
app.all("*", (c) => c.text("taken"));
app.onError((error, c) => c.text(`thrown: ${error.message}`, 500));

async function send(headers: Record<string, string>, { method = "POST", site = ORIGIN } = {}): Promise<Response> {
  return app.request(`${site}/create-raffle`, { method, headers, ...(method !== "GET" && { body: "x" }) });
}

describe("a form", () => {
  it.each(FORM_TYPES)("of another site's page (%s) is refused", async (type) => {
    for (const origin of ["https://evil.example", "null", "http://raffles.example", `${ORIGIN}.evil.example`]) {
      const response = await send({ "content-type": type, origin, "sec-fetch-site": "cross-site" });
      expect([origin, response.status]).toEqual([origin, 403]);
      expect(await response.json()).toMatchObject({
        code: "cross-site",
        detail: "This form was sent from another site. Please open the page here and try again.",
      });
    }
  });

  it("of a neighbour on the same domain is refused", async () => {
    const headers = {
      "content-type": "text/plain",
      origin: "https://blog.raffles.example",
      "sec-fetch-site": "same-site",
    };
    expect((await send(headers)).status).toBe(403);
  });

  it("that an old browser sends from another site's page is refused", async () => {
    for (const referer of ["https://evil.example/", `${ORIGIN}.evil.example/`, "nonsense"]) {
      expect((await send({ "content-type": "text/plain", referer })).status).toBe(403);
    }
    expect((await send({ "content-type": "text/plain", referer: `${ORIGIN}/create-raffle` })).status).toBe(200);
  });

  it("that no browser sends is taken: there is nobody whose authority it could borrow", async () => {
    expect((await send({ "content-type": "application/x-www-form-urlencoded" })).status).toBe(200);
  });

  it.each(FORM_TYPES)("of a page of ours (%s) is taken", async (type) => {
    expect((await send({ "content-type": type, origin: ORIGIN, "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await send({ "content-type": type, origin: ORIGIN })).status).toBe(200);
  });

  it("is taken under whatever name the site was reached", async () => {
    const site = "http://192.168.1.20:3000";
    expect((await send({ "content-type": "text/plain", origin: site }, { site })).status).toBe(200);
    expect((await send({ "content-type": "text/plain", origin: "http://192.168.1.21:3000" }, { site })).status).toBe(
      403,
    );
  });
});

describe("what no form can send", () => {
  const call = (headers: Record<string, string>, method = "POST") =>
    app.request(`${ORIGIN}/api/raffles/ABCD1234`, { method, headers });
  const foreign = { "content-type": "application/json", origin: "https://evil.example" };

  it("is taken by the API where it lends nobody's authority: without cookies", async () => {
    expect((await call(foreign)).status).toBe(200);
    expect((await call({ ...foreign, "content-type": "text/plain" })).status).toBe(403);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("is refused with cookies: %s", async (method) => {
    const cookie = "session=1";
    for (const type of ["application/json", "application/x-odd", ""]) {
      const headers = { ...foreign, cookie, "content-type": type };
      expect((await call(headers, method)).status).toBe(403);
      expect((await call({ cookie, "sec-fetch-site": "cross-site" }, method)).status).toBe(403);
      expect((await call({ ...headers, origin: ORIGIN }, method)).status).toBe(200);
    }
    expect((await call({ cookie }, method)).status).toBe(200);
  });

  it("is refused by pages, whatever its type", async () => {
    expect((await send(foreign)).status).toBe(403);
  });

  it("is refused if its Origin is foreign, whatever else it claims", async () => {
    const headers = { "content-type": FORM_TYPES[0] ?? "", origin: "https://evil.example" };
    expect((await send({ ...headers, "sec-fetch-site": "same-origin" })).status).toBe(403);
    // Control: behind a proxy with https, under a name that is not ORIGIN, it is our own page.
    const site = "http://www.raffles.example";
    const own = { ...headers, origin: "https://www.raffles.example", "sec-fetch-site": "same-origin" };
    expect((await send(own, { site })).status).toBe(200);
  });

  it("is taken: reading changes nothing", async () => {
    expect((await send({ origin: "https://evil.example" }, { method: "GET" })).status).toBe(200);
  });
});

it("counts what it refused, and nothing else", async () => {
  refused = 0;
  await app.request("/form", { method: "POST", headers: { origin: ORIGIN, "content-type": "text/plain" } });
  expect(refused).toBe(0);
  await app.request("/form", {
    method: "POST",
    headers: { origin: "https://elsewhere.example", "content-type": "text/plain" },
  });
  expect(refused).toBe(1);
});
