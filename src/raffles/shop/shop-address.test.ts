import { expect, test } from "vitest";
import { codeInAddress, shopAddress } from "./shop-address.ts";

const CODE = "3fa94c01d2";

test.each([
  ["Nanay Luz Bakery", "nanay-luz-bakery-3fa94c01d2"],
  ["  NANAY LUZ -- Bakery! ", "nanay-luz-bakery-3fa94c01d2"],
  ["Aling Nena’s Bakery", "aling-nenas-bakery-3fa94c01d2"],
  ["Café Ñandú №1", "cafe-nandu-no1-3fa94c01d2"],
  ["!!!", "3fa94c01d2"],
])("%j has the address %s", (name, address) => {
  expect(shopAddress(name, CODE)).toBe(address);
  expect(codeInAddress(address)).toBe(CODE);
});

test("names of letters that an address has not, and long ones, stay apart", () => {
  const names = ["パン屋", "花屋", "Straße", "Strae", "x".repeat(80), "x".repeat(79), "Bäckerei 花", "Bäckerei"];
  const addresses = names.map((name) => shopAddress(name, CODE));
  expect(new Set(addresses).size).toBe(names.length);
  for (const address of addresses) {
    expect(address).toMatch(/^[a-z0-9-]{10,80}$/);
    expect(codeInAddress(address)).toBe(CODE);
  }
});

test.each(["", "nanay-luz", "3FA94C01D2", "-3fa94c01d2", "a_b-3fa94c01d2", "a-3fa94c01d2/", "a-3fa94c01d"])(
  "%j is no address",
  (typed) => {
    expect(codeInAddress(typed)).toBeNull();
  },
);
