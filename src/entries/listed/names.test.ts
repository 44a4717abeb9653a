import { expect, it } from "vitest";
import { isTooLong, namesInLines, namesInText, repeatedNames, withoutRepeated } from "./names.ts";

it("reads one name a line, without the marks of a list", () => {
  const text = "1. Maria Santos\r\n2) Jun Cruz\n\n - @ana.reyes \n•  Dela  Cruz,  Pedro\u0007\n\u200b\n7-Eleven fan";
  expect(namesInText(text)).toEqual(["Maria Santos", "Jun Cruz", "@ana.reyes", "Dela Cruz, Pedro", "7-Eleven fan"]);
});

it("takes the columns of names from a copied table, and else the first with letters", () => {
  expect(namesInText("No.\tPangalan\tApelyido\n1\tMaria\tSantos\n2\tJun\tCruz")).toEqual(["Maria Santos", "Jun Cruz"]);
  expect(namesInText("Name\nMaria Santos")).toEqual(["Maria Santos"]);
  expect(namesInText("1\tMaria Santos\t0917 123 4567\n2\tJun Cruz\t")).toEqual(["Maria Santos", "Jun Cruz"]);
  const line = (at: number, ...cells: string[]) => ({ line: at, cells });
  expect(namesInLines([line(1, "Winners of May"), line(2, "Last name", "First name"), line(3, "Cruz", "Jun")])).toEqual(
    ["Jun Cruz"],
  );
});

it("prefers a cell that is no address, and takes a heading of addresses for no name", () => {
  expect(namesInText("ana@example.com\tAna Reyes\njun@example.com\t0917 123 4567")).toEqual([
    "Ana Reyes",
    "jun@example.com",
  ]);
  expect(namesInText("Email\nana@example.com")).toEqual(["ana@example.com"]);
  expect(namesInText("Email\nMaria Santos")).toEqual(["Email", "Maria Santos"]);
});

it("stops where a list is too long", () => {
  expect(namesInText("Ana\n".repeat(200_000)).length).toBeLessThan(5020);
  expect(namesInText(`Name${"\n".repeat(5000)}${"Ana\n\n".repeat(5000)}`)).toHaveLength(5000);
});

it("finds who stands in the list again, however it is written", () => {
  const names = ["Maria Santos", "Jun Cruz", "MARIA  SANTOS.", "maría santos", "@jun"];
  expect(repeatedNames(names)).toEqual([{ name: "Maria Santos", times: 3 }]);
  expect(withoutRepeated(names)).toEqual(["Maria Santos", "Jun Cruz", "@jun"]);
  expect(repeatedNames(["🐓", "🐗"])).toEqual([]);
});

it("splits a name for the public form of it", () => {
  expect([isTooLong(`${"x".repeat(100)} ${"y".repeat(99)}`), isTooLong("x".repeat(101))]).toEqual([false, true]);
});
