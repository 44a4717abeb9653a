import type { ServerBuild } from "react-router";
import { expect, it } from "vitest";
import { pageHandles } from "./page-handle.ts";

const route = (path: string | undefined, handle?: object) => ({
  id: path,
  parentId: "root",
  path,
  module: { handle, default: () => null, action: () => null },
});

const handleAt = pageHandles({
  root: { id: "root", path: "", module: { handle: { texts: ["site"] } } },
  home: { ...route(undefined, { forms: true }), index: true },
  list: route("list", { personal: true }),
  one: route("list/:code", { maxUpload: 1 }),
  silent: route("silent"),
  desk: route(undefined, { personal: true, leavesDesk: "as-guest" }),
  screen: { ...route("screen", { forms: true, leavesDesk: "with-pass" }), parentId: "desk" },
  rest: route("*"),
  picture: { ...route("list/:code/picture.png"), module: {} },
  leaflet: { ...route("leaflet"), module: { default: () => null } },
} as unknown as ServerBuild["routes"]);

it.each([
  ["/", { forms: true }],
  ["/list", { personal: true }],
  ["/list/", { personal: true }],
  ["/list.data", { personal: true }],
  ["/list/ABCD1234", { maxUpload: 1 }],
  ["/list/ABCD1234.data", { maxUpload: 1 }],
  ["/list/ABCD1234/more", {}],
  ["/list/ABCD1234/picture.png", { isFile: true, readOnly: true }],
  ["/leaflet", { readOnly: true }],
  ["/leaflet.data", { readOnly: true }],
  ["/silent", {}],
  ["/LIST/ABCD1234", { maxUpload: 1 }],
  ["/%6cist/ABCD1234", { maxUpload: 1 }],
  ["/screen", { personal: true, forms: true, leavesDesk: "with-pass" }],
  ["/elsewhere", {}],
])("the page at %s is found", (path, handle) => {
  expect(handleAt(path)).toEqual(handle);
});
