import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import type { RobotRates } from "./robot-rates.ts";

export type SharedRatesOptions = {
  readonly rates: RobotRates;
  readonly db: Database;
  readonly notifications: Notifications;
  /** Called if publishing failed. The counts of that second are then lost to other processes. */
  readonly onError: (error: unknown) => void;
};

const CHANNEL = "robot_rates";

/** How often counts are published, so that all processes agree within about a second; the limits are per minute. */
const PUBLISH_EVERY_MS = 1_000;

const counts = z.array(z.tuple([z.string(), z.int().positive()]));
const published = z.object({ from: z.string(), networks: counts, raffles: counts });

/**
 * Shares counts of submissions between all processes on one database: each publishes its new counts by NOTIFY once a
 * second. Nothing is stored, and no submission waits for it.
 */
export function shareRobotRates({ rates, db, notifications, onError }: SharedRatesOptions): PollLoop {
  const from = randomBytes(9).toString("base64url");
  const unsubscribe = notifications.subscribe(CHANNEL, (payload) => {
    const news = readNews(payload);
    if (news && news.from !== from) rates.add(news);
  });
  const rounds = startPollLoop(async () => {
    const counted = rates.take();
    if (counted.networks.length + counted.raffles.length > 0) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ from, ...counted })})`.execute(db);
    }
    return PUBLISH_EVERY_MS;
  }, onError);
  return {
    stop() {
      unsubscribe();
      return rounds.stop();
    },
  };
}

/** Parses a payload; null if it is invalid, since a process of another version may use another format. */
function readNews(payload: string | null): z.infer<typeof published> | null {
  try {
    return published.safeParse(JSON.parse(payload ?? "")).data ?? null;
  } catch {
    return null;
  }
}
