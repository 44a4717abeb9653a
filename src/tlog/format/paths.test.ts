import { expect, it } from "vitest";
import { bundleOf, leavesOf } from "./bundle.ts";
import { pathOf, readPath } from "./paths.ts";

it.each([
  ["0/x001/x234/067", { level: 0, index: 1_234_067, width: 256 }],
  ["entries/000", { level: "entries", index: 0, width: 256 }],
  ["1/999.p/17", { level: 1, index: 999, width: 17 }],
  ["entries/x001/000.p/255", { level: "entries", index: 1000, width: 255 }],
] as const)("the path %s has one spelling", (path, file) => {
  expect(pathOf(file)).toBe(path);
  expect(readPath(path)).toEqual({ ok: true, value: file });
});

it.each([
  "",
  "0",
  "0/0",
  "0/0000",
  "00/000",
  "7/000",
  "-1/000",
  "0/x000/001",
  "0/001/000",
  "0/000.p/0",
  "0/000.p/256",
  "0/000.p/007",
  "0/000/",
  "data/000",
  "entries/x999/x999/x999/x999/x999/x999/999",
])("no file has the path %j", (path) => {
  expect(readPath(path).ok).toBe(false);
});

it("a bundle gives its leaves back, and nothing where it is cut", () => {
  const leaves = [Uint8Array.of(), Uint8Array.of(1, 2, 3), new Uint8Array(65_535).fill(7)];
  const bundle = bundleOf(leaves);
  expect(leavesOf(bundle)).toEqual(leaves);
  expect(leavesOf(bundle.subarray(0, -1))).toBeUndefined();
  expect(leavesOf(Uint8Array.of(0))).toBeUndefined();
  expect(() => bundleOf([new Uint8Array(65_536)])).toThrow(RangeError);
});
