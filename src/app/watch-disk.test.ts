import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "#src/base/clock.ts";
import { createRoomReporter } from "./watch-disk.ts";

const GIB = 2 ** 30;

afterEach(() => void vi.useRealTimers());

test("a disk that gets full is logged when it passes a limit, and then each hour", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const report = createRoomReporter(log);
  const eachMinute = (minutes: number, free: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      report(free);
      vi.advanceTimersByTime(MINUTE_MS);
    }
  };
  eachMinute(100, 20 * GIB);
  expect(lines).toEqual([]);
  eachMinute(55, 2 * GIB);
  expect(lines).toEqual(["the disk of DATA_DIR gets full: make room"]);
  eachMinute(20, 2 * GIB);
  expect(lines).toHaveLength(2);
  eachMinute(1, GIB / 2);
  expect(lines.at(-1)).toBe("the disk of DATA_DIR is nearly full: make room now");
  eachMinute(100, 20 * GIB);
  expect(lines.slice(3)).toEqual(["the disk of DATA_DIR has room again"]);
});
