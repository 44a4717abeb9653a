import { expect, test } from "vitest";
import { winText } from "./raffle-view.ts";

const won = (first: readonly string[], count = first.length) => winText({ first, count }, "en");

test("what can be won is named up to 80 characters together, and else by the first prize", () => {
  const [rice, cake] = ["R".repeat(40), "C".repeat(38)];
  expect(won([rice, cake])).toBe(`${rice}, ${cake}`);
  expect(won([rice, cake], 5)).toBe(`${rice}, ${cake} + 3 more`);
  expect(won([rice, `${cake}!`])).toBe(`${rice} + 1 more`);
  expect(won(["R".repeat(90)])).toBe("R".repeat(90));
});

test("a raffle that announces no prize says nothing of any", () => {
  expect(won([])).toBe("");
  expect(winText(undefined, "en")).toBe("");
});
