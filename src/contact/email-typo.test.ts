import { expect, it } from "vitest";
import { likelyEmail } from "./email-typo.ts";

it.each([
  ["ana@gmial.com", "ana@gmail.com"],
  ["ana@gmal.com", "ana@gmail.com"],
  ["ana@gmaill.com", "ana@gmail.com"],
  ["ana@gmail.con", "ana@gmail.com"],
  ["ana@gmail.co", "ana@gmail.com"],
  ["ana@gmail", "ana@gmail.com"],
  ["ana@gmail.com.ph", "ana@gmail.com"],
  ["ana@yaho.com", "ana@yahoo.com"],
  ["ana@yahoo.com.hp", "ana@yahoo.com.ph"],
  [" Ana.Cruz@HOTMIAL.com ", "Ana.Cruz@hotmail.com"],
  ["jo@t-onlin.de", "jo@t-online.de"],
])("asks about %s", (typed, likely) => {
  expect(likelyEmail(typed)).toBe(likely);
});

it.each([
  "ana@gmail.com",
  "ana@yahoo.com.ph",
  "ana@ymail.com",
  "ana@email.com",
  "ana@yahoo.com.au",
  "jo@web.de",
  "jo@gmx.de",
  "jo@gmx.at",
  "ana@nanayluz.ph",
  "ana@",
  "@gmial.com",
  "ana",
  "",
])("leaves %s alone", (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});
