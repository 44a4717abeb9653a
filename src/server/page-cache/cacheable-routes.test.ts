import { expect, test } from "vitest";
import { CACHEABLE_PAGES, pageRoute } from "../../../tests/support/cacheable-pages.ts";
import { cacheableRoutes } from "./cacheable-routes.ts";

const routes = cacheableRoutes(CACHEABLE_PAGES);

function pageAt(url: string) {
  const [path = "", query] = url.split("?", 2);
  return routes(path, query === undefined ? null : new URLSearchParams(query));
}

test.each([
  ["/raffle-list", "/raffle-list?utm_source=x&fbclid=y"],
  ["/raffle-list?page=1", "/raffle-list?page=0"],
  ["/raffle-list?page=2", "/raffle-list?a=b&page=2"],
  ["/", "/?page=2"],
  ["/raffle/ABCD1234", "/raffle/abcd1234?x"],
  ["/raffle/ABCD1234/draw", "/raffle/abcd1234/draw?x"],
  ["/draws", "/draws?x"],
])("a page has many addresses: %s is also %s", (one, other) => {
  expect(pageAt(one)).toBeDefined();
  expect(pageAt(other)).toEqual(pageAt(one));
});

test("pages of one raffle have keys of their own, under its name", () => {
  expect(pageAt("/raffle/ABCD1234")).toEqual({ shows: "raffle", subject: "ABCD1234", path: "/raffle/ABCD1234" });
  const draw = { shows: "draw", subject: "ABCD1234", path: "/raffle/ABCD1234/draw" };
  expect(pageAt("/raffle/ABCD1234/draw")).toEqual(draw);
});

test.each([
  "/raffle-entry/ABCD1234",
  "/raffle/ABCD1234/",
  "/raffle/ABCD123",
  "/raffle/ABCD1234/ABCDEFGH",
  "/raffle/ABCD1234/certificate",
  "/raffle/ABCD1234/draw/",
  "/raffle-entry/ABCD1234/draw",
  "/draws?after=x",
  "/raffle/%41BCD1234",
  "/raffle/ABCD1234.data",
  "/raffle/ABCD1234?erased",
  "/raffle/ABCD1234?a=b&erased=",
  "/about?mine=1",
  "//raffle/ABCD1234",
  "https://elsewhere.example/raffle-list",
  "/Raffle-List",
  "*",
  "",
])("no page is cached at %j", (url) => {
  expect(pageAt(url)).toBeUndefined();
});

test("a route that cannot be cached is refused when the site starts", () => {
  const refused = { "raffle-entry/:raffleCode/:entryCode": "raffle", "overview/:raffleCode": "raffles", "*": "texts" };
  for (const [path, shows] of Object.entries({ ...refused, "raffle/:identifier/draw/:prize": "draw" })) {
    const one = { one: pageRoute(path, { shows }) } as unknown as typeof CACHEABLE_PAGES;
    expect(() => cacheableRoutes(one)).toThrow("cannot be cached");
  }
});
