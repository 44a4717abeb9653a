import { describe, expect, it } from "vitest";
import { formatWallClock, parseTimestamp } from "./wall-clock.ts";

// The Philippines are at UTC+8 all year and have had no summer time since 1990.
const MANILA = "Asia/Manila";
const NEW_YORK = "America/New_York";

function read(text: string, timeZone = MANILA): string | null {
  return parseTimestamp(text, timeZone)?.toISOString() ?? null;
}

describe("an instant with its offset", () => {
  it.each([
    ["2026-12-24T18:00:00Z", "2026-12-24T18:00:00.000Z"],
    ["2026-12-24T18:00Z", "2026-12-24T18:00:00.000Z"],
    ["2026-12-24t18:00:00z", "2026-12-24T18:00:00.000Z"],
    ["2026-12-24 18:00:00+08:00", "2026-12-24T10:00:00.000Z"],
    ["2026-12-24T18:00:00+0800", "2026-12-24T10:00:00.000Z"],
    ["2026-12-24T18:00:00.250-05:30", "2026-12-24T23:30:00.250Z"],
    ["  2026-12-24T18:00:00Z  ", "2026-12-24T18:00:00.000Z"],
    ["2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"],
  ])("%j is %s wherever the site is", (text, instant) => {
    expect(read(text)).toBe(instant);
    expect(read(text, NEW_YORK)).toBe(instant);
  });
});

describe("a wall-clock time", () => {
  it.each([
    ["2026-12-24T18:00", "2026-12-24T10:00:00.000Z"],
    ["2026-12-24 18:00", "2026-12-24T10:00:00.000Z"],
    ["2026-12-24T18:00:30", "2026-12-24T10:00:30.000Z"],
    ["2026-01-01T00:00", "2025-12-31T16:00:00.000Z"],
    ["2028-02-29T12:00", "2028-02-29T04:00:00.000Z"],
  ])("%j is meant in Manila: %s", (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  it("follows the summer time of a zone that has it", () => {
    expect(read("2026-01-15T12:00", NEW_YORK)).toBe("2026-01-15T17:00:00.000Z");
    expect(read("2026-07-15T12:00", NEW_YORK)).toBe("2026-07-15T16:00:00.000Z");
  });

  it("is a moment of that day even in the hour that the change to summer time leaves out", () => {
    expect(read("2026-03-08T02:30", NEW_YORK)?.slice(0, 10)).toBe("2026-03-08");
  });
});

describe("a bare date", () => {
  it("is the end of that day, so that entries on it still count", () => {
    expect(read("2026-12-24")).toBe("2026-12-24T15:59:59.000Z");
    expect(read("2026-12-24", NEW_YORK)).toBe("2026-12-25T04:59:59.000Z");
  });
});

describe("what is no moment", () => {
  it.each([
    "2026-02-29",
    "2026-02-30T10:00",
    "2026-02-30T10:00Z",
    "2026-04-31",
    "2026-06-31T00:00:00+08:00",
    "2100-02-29",
    "2026-00-10",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "2026-01-01T25:00",
    "2026-01-01T24:00",
    "2026-01-01T00:60",
    "2026-01-01T00:00:60",
    "2026-01-01T00:00+25:00",
    "2026-01-01T00:00+99:99",
  ])("%j does not exist", (text) => {
    expect(read(text)).toBeNull();
  });

  it.each(["1999-12-31", "0001-01-01", "0000-00-00", "1969-12-31T23:59Z", "+010000-01-01T00:00Z", "10000-01-01"])(
    "%j is no year for a raffle",
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  it.each([
    "",
    "   ",
    "tomorrow",
    "24.12.2026",
    "12/24/2026",
    "2026-1-1",
    "2026-12",
    "20261224",
    "2026-12-24T18",
    "2026-12-24T18:00 Manila",
    "2026-12-24T18:00:00.1234567890",
    "2026-12-24TT18:00",
    "1798106400",
    "2026-12-24\n2026-12-25",
    "２０２６-12-24",
    "9".repeat(1_000_000),
  ])("%.40j is nonsense", (text) => {
    expect(read(text)).toBeNull();
  });
});

describe("a form's date field", () => {
  it.each(["2030-12-24T18:00", "2030-12-24T23:59:59", "2026-01-05T00:00"])("holds %s as it is read", (text) => {
    for (const zone of ["Asia/Manila", "UTC", "America/New_York"]) {
      expect(formatWallClock(parseTimestamp(text, zone) as Date, zone)).toBe(text);
    }
  });
});
