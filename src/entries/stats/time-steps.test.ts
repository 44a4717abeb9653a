import { describe, expect, test } from "vitest";
import { timeSteps } from "./time-steps.ts";

const at = (text: string) => new Date(text);

function steps(first: string, last: string, timeZone = "Asia/Manila") {
  const { step, every, starts } = timeSteps(at(first), at(last), timeZone);
  return { step, every, starts: starts.map((start) => start.toISOString().slice(0, 16)) };
}

describe("the steps of a plot", () => {
  test("are one where there is one moment", () => {
    expect(steps("2026-05-01T08:30:12Z", "2026-05-01T08:30:59Z")).toEqual({
      step: "minute",
      every: 1,
      starts: ["2026-05-01T08:30"],
    });
  });

  test("are days as the site's people count them", () => {
    const { starts, ...size } = steps("2026-05-01T15:59:00Z", "2026-07-09T16:00:00Z");
    expect(size).toEqual({ step: "day", every: 1 });
    // In Manila May 1 ends at 16:00 UTC.
    expect(starts.slice(0, 2)).toEqual(["2026-04-30T16:00", "2026-05-01T16:00"]);
    expect(starts.at(-1)).toBe("2026-07-09T16:00");
  });

  test("keep to the wall clock on a day of 25 hours", () => {
    const { starts, ...size } = steps("2026-10-20T00:00:00Z", "2026-11-05T00:00:00Z", "Europe/Berlin");
    expect(size).toEqual({ step: "hour", every: 6 });
    const change = starts.indexOf("2026-10-24T22:00");
    expect(starts.slice(change, change + 4)).toEqual([
      "2026-10-24T22:00",
      "2026-10-25T05:00",
      "2026-10-25T11:00",
      "2026-10-25T17:00",
    ]);
  });

  test("start at the half hour where the zone does", () => {
    const { starts, ...size } = steps("2026-05-01T08:45:00Z", "2026-05-03T08:45:00Z", "Asia/Kolkata");
    expect(size).toEqual({ step: "hour", every: 1 });
    expect(starts[0]).toBe("2026-05-01T08:30");
  });

  test.each([1, 98, 99, 100, 495, 1500, 6000, 10_000, 100_000, 900_000])(
    "are at most a hundred over %i minutes, and hold both ends",
    (minutes) => {
      const first = at("2026-03-01T22:17:31Z");
      const last = new Date(first.getTime() + minutes * 60_000);
      for (const timeZone of ["Asia/Manila", "America/St_Johns", "Europe/Berlin"]) {
        const { starts } = timeSteps(first, last, timeZone);
        expect(starts.length).toBeLessThanOrEqual(100);
        expect(starts[0]?.getTime()).toBeLessThanOrEqual(first.getTime());
        expect(starts[1]?.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(first.getTime());
        expect(starts.at(-1)?.getTime()).toBeLessThanOrEqual(last.getTime());
        expect(starts.map(Number)).toEqual([...new Set(starts.map(Number))].toSorted((a, b) => a - b));
      }
    },
  );
});
