import { expect, it } from "vitest";
import { raffleCalendar } from "./calendar.ts";

const raffle = {
  id: "0198c0de-0000-7000-8000-000000000001",
  version: 3,
  createdAt: new Date("2026-11-22T00:00:00Z"),
  dueDate: new Date("2026-11-25T10:00:00Z"),
  drawDate: new Date("2026-11-26T12:30:00Z"),
  ...{ checkMinutes: 120, leadMinutes: 60, claimDays: 60, lockedAt: null, roundAt: null },
};
const link = "https://raffles.example/raffle/PANDESAL";

it("is a calendar of two moments in UTC, with names that last and versions that count", () => {
  const text = raffleCalendar([{ raffle, texts: { closes: "Closes: Suki", draw: "Draw: Suki" }, link }]);
  expect(text.split("\r\n").slice(0, 13)).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Tambiolo//Raffles//EN",
    "BEGIN:VEVENT",
    "UID:closes-0198c0de-0000-7000-8000-000000000001@raffles.example",
    "SEQUENCE:3",
    "DTSTAMP:20261122T000000Z",
    "DTSTART:20261125T100000Z",
    "SUMMARY:Closes: Suki",
    "URL:https://raffles.example/raffle/PANDESAL",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "BEGIN:VEVENT",
  ]);
  expect(text).toContain("DTSTART:20261126T123000Z");
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

it("says each character of a name, and lets none begin a line of its own", () => {
  const name = `Rice, cake; \\ and\nEND:VEVENT ${"Pe\u00f1a \u{1f3ab} ".repeat(20)}`;
  const text = raffleCalendar([{ raffle, texts: { closes: name, draw: name }, link }]);
  const lines = text.split("\r\n");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line === "END:VEVENT")).toHaveLength(2);
  const [summary = ""] = /SUMMARY:.*/.exec(text.replaceAll("\r\n ", "")) ?? [];
  const read = summary.slice("SUMMARY:".length).replace(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : sign));
  expect(read).toBe(name);
});
