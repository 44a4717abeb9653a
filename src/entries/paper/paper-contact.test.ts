import { expect, it } from "vitest";
import { isShortPhone, paperEmailKey, paperPhoneKey } from "./paper-contact.ts";

it.each([
  ["0947-317-5209", "+639473175209"],
  ["+63 947 317 5209", "+639473175209"],
  ["12345", "12345"],
  [" 12 345 Ext. 7 ", "12345ext.7"],
  ["0000000", "0000000"],
  ["0947\u0085317\u00a0\u200b", "0947317"],
  ["none", null],
  ["see paper", null],
  ["", null],
])("knows the phone %j as %j", (typed, key) => {
  expect(paperPhoneKey(typed, "PH")).toBe(key);
});

it.each([
  ["0917", true],
  ["12-34-56", true],
  ["123 4567", false],
  ["see paper", false],
  ["", false],
])("says of the phone %j that it is short: %j", (typed, short) => {
  expect(isShortPhone(typed)).toBe(short);
});

it.each([
  ["Ana@Example.com", "ana@example.com"],
  ["Ana Cruz @ home", "anacruz@home"],
  ["none", null],
  ["@", null],
  ["ana@", null],
  ["", null],
])("knows the e-mail %j as %j", (typed, key) => {
  expect(paperEmailKey(typed)).toBe(key);
});
