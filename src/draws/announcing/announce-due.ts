import type { Clock } from "#src/base/clock.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { ANNOUNCED_WITHIN_HOURS } from "#src/raffles/limits.ts";
import { announceWinners } from "./announce-winners.ts";

type AnnounceDeps = { readonly db: Database; readonly clock: Clock };

/** The pause when no winners are due: the promise is a day. */
const IDLE_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Announces winners whose show did not come within a day of the draw, also those of a time when no process ran. */
export function startAnnouncing(deps: AnnounceDeps, onError: (error: unknown) => void): PollLoop {
  return startPollLoop(async () => ((await announceNextDue(deps)) ? 0 : IDLE_MS), onError);
}

/**
 * Announces the winners who have waited longest, if a day has passed since their draw.
 *
 * @returns whether there were some
 */
export async function announceNextDue({ db, clock }: AnnounceDeps): Promise<boolean> {
  const latest = new Date(clock().getTime() - ANNOUNCED_WITHIN_HOURS * HOUR_MS);
  const due = await db
    .selectFrom("drawResults")
    .innerJoin("raffles", "raffles.id", "drawResults.raffleId")
    .select("raffleId")
    .where("announcedAt", "is", null)
    .where("drawnAt", "<=", latest)
    .orderBy("drawnAt")
    .limit(1)
    .executeTakeFirst();
  if (!due) return false;
  await inTransaction(db, (tx) => announceWinners(tx, { raffleId: due.raffleId, actor: "site" }, clock));
  return true;
}
