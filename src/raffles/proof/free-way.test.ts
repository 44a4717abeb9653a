import { expect, it } from "vitest";
import { lacksFreeWay } from "./free-way.ts";
import { type Proof, wayOf } from "./ways.ts";

it("is missing where every rule needs a purchase", () => {
  expect(lacksFreeWay(["code"])).toBe(true);
  expect(lacksFreeWay(["code", "code"])).toBe(true);
  expect(lacksFreeWay([])).toBe(false);
  expect(lacksFreeWay(["code", "said"])).toBe(false);
  expect(lacksFreeWay(["checked"])).toBe(false);
});

it("takes what a form does not name, or names wrongly, for a tick", () => {
  for (const odd of ["", "toString", "stamp"]) expect(wayOf(odd as Proof)).toBe(wayOf("said"));
});
