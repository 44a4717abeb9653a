import { expect, it } from "vitest";
import { frameAncestors } from "./frame-ancestors.ts";
import { siteOrigin } from "./site-origin.ts";

it.each([
  ["shop.example", "https://shop.example"],
  ["www.shop.example", "https://shop.example"],
  ["https://Shop.Example:8443/raffles?x=1#top", "https://shop.example:8443"],
  ["bäckerei.example", "https://xn--bckerei-5wa.example"],
  ["www.example", "https://www.example"],
])("reads %s as %s", (typed, origin) => {
  expect(siteOrigin(typed, false)).toBe(origin);
});

it.each([
  ...["http://shop.example", "*.example.com", "https://*", "localhost", "192.168.1.4", "https://[2a00::1]", "shop"],
  ...["javascript:alert(1)", "https://", "shop.example;script-src", "data:text/html,x", "'self'", "https:"],
])("takes %s for no website", (typed) => {
  expect(siteOrigin(typed, false)).toBeNull();
});

it("takes pages of one's own machine while the site is tried out", () => {
  expect(siteOrigin("http://localhost:8080/page", true)).toBe("http://localhost:8080");
  expect(siteOrigin("http://192.168.1.4", true)).toBeNull();
});

it("lets the named sites show both pages, and any site the ticket alone", () => {
  const embedSites = ["https://shop.example", "http://localhost:8080"];
  const named = ["https://shop.example", "https://www.shop.example", "http://localhost:8080"];
  expect(frameAncestors({ embedSites, embedAnywhere: false }, "form")).toEqual(named);
  expect(frameAncestors({ embedSites, embedAnywhere: false }, "ticket")).toEqual(named);
  expect(frameAncestors({ embedSites, embedAnywhere: true }, "ticket")).toEqual(["*"]);
  expect(frameAncestors({ embedSites: [], embedAnywhere: true }, "form")).toEqual([]);
});
