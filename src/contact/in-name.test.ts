import { expect, it } from "vitest";
import { holdsContact } from "./in-name.ts";

it("finds an e-mail address or a phone number in a name", () => {
  const held = ["ana@example.com", "Ana Reyes <ana@example.com>", "Ana ａｎａ＠example.com", "0917 123 4567"];
  const more = ["+63 (917) 123-4567", "Ana Reyes 09171234567", "Ana, 555-0123"];
  expect([...held, ...more].filter((name) => !holdsContact(name))).toEqual([]);
});

it("leaves names and the handles of profiles alone", () => {
  const names = [
    "Ana Reyes",
    "@ana.reyes",
    "Ana (@ana.reyes)",
    "@12345678",
    "jun_09171234567",
    "7-Eleven fan",
    "Table 12",
  ];
  expect(names.filter(holdsContact)).toEqual([]);
});

it("takes no time for long texts", () => {
  const long = ["1 ".repeat(200_000), `1${" ".repeat(400_000)}x`, "a".repeat(400_000), "a@".repeat(200_000)];
  const start = performance.now();
  for (const text of long) holdsContact(text);
  expect(performance.now() - start).toBeLessThan(5000);
});
