import { expect, it } from "vitest";
import { isDoubtfulPhone, paperEmailKey, paperPhoneKey } from "./paper-contact.ts";

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
  ["123", true],
  ["917 777", true],
  ["8123 4567", true],
  ["0917 123 4567", false],
  ["+49 30 123456", false],
  ["see paper", false],
  ["", false],
])("says of the phone %j that it can hardly be called: %j", (typed, doubtful) => {
  expect(isDoubtfulPhone(typed, "PH")).toBe(doubtful);
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
