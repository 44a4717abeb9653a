import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { HOUR_MS } from "#src/base/clock.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import { freeRoom, LITTLE_ROOM } from "./free-room.ts";

const LOOK_EVERY_MS = 60_000;
/** One line an hour while nothing changes: enough to be seen, and too few to fill what is left. */
const REPEAT_MS = HOUR_MS;

type Level = "plenty" | "warning" | "problem";

/** Warns in the log before the disk of DATA_DIR is full. */
export function watchDisk(dataDir: string, log: Logger): PollLoop {
  const report = createRoomReporter(log);
  return startPollLoop(
    async () => {
      // A site whose database and secret are elsewhere may have no such folder.
      if (existsSync(dataDir)) report(await freeRoom(dataDir));
      return LOOK_EVERY_MS;
    },
    (err) => log.warn({ err }, "the disk of DATA_DIR could not be looked at; trying again"),
  );
}

/** Makes what logs free bytes: at once when they get below a limit, then each hour, and when there is room again. */
export function createRoomReporter(log: Logger): (freeBytes: number) => void {
  let reported: Level = "plenty";
  let reportedAt = 0;
  return (freeBytes) => {
    const level = levelOf(freeBytes);
    const isOver = level !== "plenty" && performance.now() - reportedAt > REPEAT_MS;
    if (level === reported && !isOver) return;
    if (level === "problem") log.error({ freeBytes }, "the disk of DATA_DIR is nearly full: make room now");
    if (level === "warning") log.warn({ freeBytes }, "the disk of DATA_DIR gets full: make room");
    if (level === "plenty") log.info({ freeBytes }, "the disk of DATA_DIR has room again");
    reported = level;
    reportedAt = performance.now();
  };
}

function levelOf(freeBytes: number): Level {
  if (freeBytes < LITTLE_ROOM.problem) return "problem";
  return freeBytes < LITTLE_ROOM.warning ? "warning" : "plenty";
}
