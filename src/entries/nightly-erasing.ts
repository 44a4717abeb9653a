import { forgetEndedSessions } from "#src/access/ended-sessions.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import type { Database } from "#src/db/connect.ts";
import type { Job } from "#src/jobs/jobs.ts";
import { forgetOldImports } from "./import/write.ts";
import { eraseExpiredEntries } from "./retention.ts";

type Given = { readonly db: Database; readonly clock: Clock; readonly stopping: AbortSignal };

/** A million entries take minutes; what has not ended by then goes on with the next try. */
const EXPIRE_SECONDS = 3600;

/**
 * The job that erases each night whatever has been kept long enough: entries some time after their draw, files that
 * nobody added, and sessions that have ended.
 */
export function nightlyErasing({ db, clock, stopping }: Given): Job {
  return {
    name: "erase-expired",
    // When nobody enters a raffle or looks at a desk.
    cron: "30 3 * * *",
    retries: { times: 5, firstSeconds: 60, longestSeconds: 3600 },
    expireSeconds: EXPIRE_SECONDS,
    async run(_data, lost) {
      const ending = AbortSignal.any([stopping, lost]);
      await forgetOldImports(db);
      await forgetEndedSessions(db);
      await eraseExpiredEntries({ db, clock, stopping: ending });
      return ending.aborted ? refuse("interrupted; goes on with the next try") : accept(undefined);
    },
  };
}
