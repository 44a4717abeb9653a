import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type Rounds, startRounds } from "#src/base/rounds.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import type { RobotRates } from "./robot-rates.ts";

export type SharedRatesOptions = {
  readonly rates: RobotRates;
  readonly db: Database;
  readonly notifications: Notifications;
  /** Told that others could not be told; what was counted meanwhile is theirs no more, and the next second's is. */
  readonly onError: (error: unknown) => void;
};

const CHANNEL = "robot_rates";

/** So that the counts of all processes agree within a second or so: a rush is a matter of a minute. */
const TELL_EVERY_MS = 1_000;

const counts = z.array(z.tuple([z.string(), z.int().positive()]));
const told = z.object({ from: z.string(), networks: counts, raffles: counts });

/**
 * Has the processes of all sites on one database tell each other how many submissions they counted, once a second where
 * there were any, by NOTIFY: nothing is stored, and whoever submits waits for none of it.
 */
export function shareRobotRates({ rates, db, notifications, onError }: SharedRatesOptions): Rounds {
  const from = randomBytes(9).toString("base64url");
  const unsubscribe = notifications.subscribe(CHANNEL, (payload) => {
    const news = readNews(payload);
    if (news && news.from !== from) rates.add(news);
  });
  const rounds = startRounds(async () => {
    const counted = rates.take();
    if (counted.networks.length + counted.raffles.length > 0) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ from, ...counted })})`.execute(db);
    }
    return TELL_EVERY_MS;
  }, onError);
  return {
    stop() {
      unsubscribe();
      return rounds.stop();
    },
  };
}

/** A site of another version may say it in words that are not ours: that is no reason to end. */
function readNews(payload: string | null): z.infer<typeof told> | null {
  try {
    return told.safeParse(JSON.parse(payload ?? "")).data ?? null;
  } catch {
    return null;
  }
}
