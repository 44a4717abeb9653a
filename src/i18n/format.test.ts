import { describe, expect, test } from "vitest";
import { formatShort, stepFormat } from "./format.ts";
import { formatCount, formatShare, formatWait, formatWorth } from "./numbers.ts";
import { formatSpan } from "./span.ts";
import { formatTimestamp } from "./timestamp.ts";
import { translate } from "./translate.ts";

const evening = new Date("2025-03-05T10:00:00Z");
const plain = (text: string) => text.replace(/\s/g, " ");

describe("each language writes dates, times and numbers its own way", () => {
  test.each([
    ["de", "5. März 2025", "18:00"],
    ["en", "March 05, 2025", "6:00 PM"],
    ["fil", "March 05, 2025", "6:00 PM"],
  ] as const)("a moment in %s", (language, date, time) => {
    const shown = formatTimestamp(evening, language, "Asia/Manila");
    expect({ ...shown, time: plain(shown.time) }).toEqual({ iso: "2025-03-05T10:00:00.000Z", date, time });
  });

  test.each([
    ["de", "Mi., 5. März · 18:00", "Mi., 5. März · 18:30"],
    ["en", "Wed, Mar 5 · 6 PM", "Wed, Mar 5 · 6:30 PM"],
    ["fil", "Wed, Mar 5 · 6 PM", "Wed, Mar 5 · 6:30 PM"],
  ] as const)("a moment on a stub in %s", (language, hour, half) => {
    const short = (moment: Date) => plain(formatShort(moment, evening, language, "Asia/Manila"));
    expect([short(evening), short(new Date(evening.getTime() + 1_800_000))]).toEqual([hour, half]);
  });

  test.each([
    ["de", "Mi., 5. März 2025 · 18:00"],
    ["en", "Wed, Mar 5, 2025 · 6 PM"],
    ["fil", "Wed, Mar 5, 2025 · 6 PM"],
  ] as const)("a moment of another year in %s", (language, text) => {
    const newYear = new Date("2025-12-31T16:00:00Z");
    expect(plain(formatShort(evening, newYear, language, "Asia/Manila"))).toBe(text);
    const justBefore = new Date(newYear.getTime() - 1);
    expect(plain(formatShort(evening, justBefore, language, "Asia/Manila"))).not.toContain("2025");
  });

  test.each([
    ["de", "1.234.567", "1.500,00 PHP", "67 %"],
    ["en", "1,234,567", "PHP 1,500.00", "67%"],
    ["fil", "1,234,567", "PHP 1,500.00", "67%"],
  ] as const)("amounts in %s", (language, count, worth, share) => {
    expect(formatCount(1_234_567, language)).toBe(count);
    expect(plain(formatWorth(1500, language, "PHP"))).toBe(worth);
    expect(plain(formatShare(2, 3, language))).toBe(share);
  });

  test.each([
    ["de", "21. Nov., 08:30", "21. Nov."],
    ["en", "Nov 21, 8:30 AM", "Nov 21"],
    ["fil", "Nov 21, 8:30 AM", "Nov 21"],
  ] as const)("the steps of a plot in %s", (language, minute, day) => {
    const moment = new Date("2026-11-21T00:30:00Z");
    expect(stepFormat("minute", language, "Asia/Manila")(moment)).toBe(minute);
    expect(stepFormat("day", language, "Asia/Manila")(moment)).toBe(day);
  });
});

test.each([
  [-1, "0 min", "0 Min.", "0 min."],
  [72, "1 hr 12 min", "1 Std. 12 Min.", "1 oras 12 min."],
  [2 * 1440 + 59, "2 days", "2 Tg.", "2 araw"],
  [1440 + 61, "1 day 1 hr", "1 Tg. 1 Std.", "1 araw 1 oras"],
] as const)("%i minutes are a span in its two largest units", (minutes, ...texts) => {
  const spans = (["en", "de", "fil"] as const).map((language) =>
    plain(formatSpan(Math.max(0, minutes) * 60_000, language)),
  );
  expect(spans).toEqual(texts);
});

test("a number inside a sentence is written like one outside", () => {
  const tooMany = { key: "tooManyItems" as const, params: { max: 5000 } };
  expect(translate("de", tooMany)).toContain("5.000");
  expect(translate("en", tooMany)).toContain("5,000");
});

test.each([
  [0.2, "1 second", "1 Sekunde", "1 segundo"],
  [90, "90 seconds", "90 Sekunden", "90 segundo"],
  [91, "2 minutes", "2 Minuten", "2 minuto"],
  [5_400, "90 minutes", "90 Minuten", "90 minuto"],
  [5_401, "2 hours", "2 Stunden", "2 oras"],
  [86_400, "24 hours", "24 Stunden", "24 na oras"],
])("a wait of %d seconds is said in the unit that fits, and never too short", (seconds, english, german, filipino) => {
  expect(formatWait(seconds, "en")).toBe(english);
  expect(formatWait(seconds, "de")).toBe(german);
  expect(formatWait(seconds, "fil")).toBe(filipino);
});
