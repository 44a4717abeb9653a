import { expect, it, vi } from "vitest";
import { createLimitReporter } from "./limit-report.ts";

it("reports once a minute what happened to all who did something, in numbers alone, and never when all is quiet", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const onReport = vi.fn();
    const note = createLimitReporter(onReport);
    vi.advanceTimersByTime(60_000);
    expect(onReport).not.toHaveBeenCalled();
    for (const what of ["missed", "missed", "site"]) note("entry code", what);
    note("enter", "solved");
    vi.advanceTimersByTime(60_000);
    note("enter", "solved");
    vi.advanceTimersByTime(59_999);
    expect(onReport.mock.calls).toEqual([[{ "entry code": { missed: 2, site: 1 }, enter: { solved: 1 } }]]);
    vi.advanceTimersByTime(1);
    expect(onReport).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
