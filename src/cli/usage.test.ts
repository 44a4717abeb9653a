import { expect, test } from "vitest";
import { unknownCommand, usageOf, wrongWords } from "./usage.ts";

const COMMANDS = ["serve", "move", "backup", "restore", "grant-admin"];
const SERVE = {};
const RESTORE = { argument: "FILE", flag: "--replace" };

test.for([
  ["serv", "serv is no command. Did you mean serve?"],
  ["mvoe", "mvoe is no command. Did you mean move?"],
  ["bakcup", "bakcup is no command. Did you mean backup?"],
  ["Serve", "Serve is no command. Did you mean serve?"],
  ["sing", "sing is no command."],
  ["--verison", "--verison is no option. Did you mean --version?"],
  ["--prot=1", "--prot is no option."],
] as const)("%s, where a command belongs", ([word, line]) => {
  expect(unknownCommand(word, COMMANDS)).toBe(line);
});

test.for([
  ["serve", SERVE, ["--prot"], "serve takes no --prot."],
  ["serve", SERVE, ["--port=secret"], "serve takes no --port."],
  ["serve", SERVE, ["postgresql://user:hunter2@host/it"], "serve takes nothing after it."],
  ["restore", RESTORE, [], "restore needs FILE."],
  ["restore", RESTORE, ["--replace"], "restore needs FILE."],
  ["restore", RESTORE, ["a", "b"], "restore takes one FILE only."],
  ["restore", RESTORE, ["a", "--replcae"], "restore takes no --replcae. Did you mean --replace?"],
  ["restore", RESTORE, ["a", "--replace=yes"], "--replace takes no value."],
  ["restore", RESTORE, ["--replace", "a"], undefined],
  ["serve", SERVE, [], undefined],
] as const)("%s %o with %o", ([name, shape, words, line]) => {
  expect(wrongWords(name, shape, words)).toBe(line);
});

test("a command's usage is one line", () => {
  expect(usageOf("restore", RESTORE)).toBe("restore FILE [--replace]");
});
