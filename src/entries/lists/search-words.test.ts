import { expect, it } from "vitest";
import { searchWords } from "./search-words.ts";

it.each([
  ["", [], null],
  ["Reyes Emmanuel", ["Reyes", "Emmanuel"], null],
  ["12  Rizal St", ["12", "Rizal", "St"], null],
  ["09473175209", ["09473175209"], "9473175209"],
  ["0947-317", ["0947-317"], "947317"],
  ["+63 947 317", ["+63 947 317"], "63947317"],
  ["(0947) 3", ["(0947) 3"], "9473"],
  ["947317", ["947317"], null],
  ["007", ["007"], null],
  ["1 2 3 4 5 6 7 8 a b", ["1", "2", "3", "4", "5", "6", "7", "8 a b"], null],
])("looks in %j for %j and %j", (fragment, words, digits) => {
  expect(searchWords(fragment)).toEqual({ words, digits });
});
