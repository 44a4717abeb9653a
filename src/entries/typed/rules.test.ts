import { describe, expect, test } from "vitest";
import { hasLongNumber, mailsEntrant, mostInMailing, type Owner, typedMailOf } from "./rules.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const owner: Owner = { confirmed: true, banned: false, createdAt: daysAgo(3), releasedAt: null };

describe("who may have people mailed whose addresses they typed", () => {
  test.each([
    ["never", owner, "none"],
    ["never", { ...owner, releasedAt: NOW }, "none"],
    ["organisers", null, "none"],
    ["organisers", owner, "quota"],
    ["organisers", { ...owner, createdAt: daysAgo(2.9) }, "none"],
    ["organisers", { ...owner, createdAt: NOW, releasedAt: NOW }, "quota"],
    ["organisers", { ...owner, confirmed: false, releasedAt: NOW }, "none"],
    ["organisers", { ...owner, banned: true }, "none"],
    ["all", null, "all"],
    ["all", { ...owner, confirmed: false }, "all"],
    ["all", { ...owner, banned: true }, "none"],
  ] as const)("with %s, case %#", (setting, by, expected) => {
    expect(typedMailOf(setting, by, NOW)).toBe(expected);
  });

  test("is in a mailing up to a number", () => {
    expect((["none", "quota", "all"] as const).map(mostInMailing)).toEqual([0, 50, 500]);
  });
});

test.each([
  [false, false, "none", "own"],
  [true, true, "none", "own"],
  [true, false, "none", null],
  [true, false, "quota", "typed"],
  [true, false, "all", "typed"],
] as const)("an entrant whose address is typed: %s, and who opened the entry: %s, with %s: %s", (...row) => {
  const [isTyped, isOpened, typedMail, expected] = row;
  expect(mailsEntrant({ isTyped, isOpened }, typedMail)).toBe(expected);
});

test.each([
  ["PHP 50,000 - text YES to 0917 555 0142", true],
  ["0-9-1-7-5-5-5", true],
  ["(0917) – 555 – 0142", true],
  ["٠٩١٧٥٥٥", true],
  ["０９１７５５５０１４２", true],
  ["PHP 1,500,000", true],
  ["PHP 150,000", false],
  ["Noche Buena Basket 2026", false],
  ["2 nights, 4 people, 100 sq m", false],
])("%s has a long number: %s", (text, expected) => {
  expect(hasLongNumber(text)).toBe(expected);
});
