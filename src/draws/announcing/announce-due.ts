import { type SqlBool, sql } from "kysely";
import { type Clock, HOUR_MS } from "#src/base/clock.ts";
import type { PollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { startDueLoop } from "#src/jobs/due-loop.ts";
import { ANNOUNCED_WITHIN_HOURS } from "#src/raffles/limits.ts";
import { announceWinners } from "./announce-winners.ts";

type AnnounceDeps = { readonly db: Database; readonly clock: Clock };

/** The pause when no winners are due: the promise is a day. */
const IDLE_MS = 10_000;

/** Announces winners whose show did not come within a day of the draw, also those of a time when no process ran. */
export function startAnnouncing(deps: AnnounceDeps, onError: (error: unknown) => void): PollLoop {
  return startDueLoop(
    {
      find: (excluded) => findUnannounced(deps, excluded),
      work: async ({ id }) => {
        await announceDue(deps, id);
        return null;
      },
      idleMs: IDLE_MS,
    },
    onError,
  );
}

/** The raffle, except `excluded`, whose winners have waited longest, if a day has passed since their draw. */
export function findUnannounced({ db, clock }: AnnounceDeps, excluded: readonly string[]) {
  const latest = new Date(clock().getTime() - ANNOUNCED_WITHIN_HOURS * HOUR_MS);
  return db
    .selectFrom("drawResults")
    .innerJoin("raffles", "raffles.id", "drawResults.raffleId")
    .select("raffles.id")
    .where("announcedAt", "is", null)
    .where("drawnAt", "<=", latest)
    .where(sql<SqlBool>`raffles.id <> all(${excluded}::uuid[])`)
    .orderBy("drawnAt")
    .limit(1)
    .executeTakeFirst();
}

/** Announces a raffle's winners, unless that is done. */
export function announceDue({ db, clock }: AnnounceDeps, raffleId: string): Promise<unknown> {
  return inTransaction(db, (tx) => announceWinners(tx, { raffleId, actor: "site" }, clock));
}
