import { expect, it } from "vitest";
import { lacksFreeWay } from "./free-way.ts";

it("is missing where every rule needs a purchase", () => {
  expect(lacksFreeWay(["code"])).toBe(true);
  expect(lacksFreeWay(["code", "code"])).toBe(true);
  expect(lacksFreeWay([])).toBe(false);
  expect(lacksFreeWay(["code", "said"])).toBe(false);
  expect(lacksFreeWay(["checked"])).toBe(false);
});
