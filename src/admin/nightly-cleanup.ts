import { forgetOldInvitations } from "#src/access/team/invitations.ts";
import { forgetOldTokens } from "#src/access/tokens/tokens.ts";
import { forgetEndedSessions } from "#src/accounts/delete-expired-sessions.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, refuse } from "#src/base/outcome.ts";
import { emptyWinnerRecords } from "#src/claims/report/winner-records.ts";
import type { Config } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import { forgetOldImports } from "#src/entries/import/write.ts";
import { eraseExpiredEntries } from "#src/entries/retention/retention.ts";
import { deleteUnenteredRaffles } from "#src/entries/retention/unentered-raffles.ts";
import type { Job } from "#src/jobs/jobs.ts";

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  readonly config: Pick<Config, "winnerRecordYears">;
};

/** A million entries take minutes. A run that exceeds this continues with the next retry. */
const EXPIRE_SECONDS = 3600;

/**
 * The nightly job that erases expired data: entries after their retention days, raffles without entries, imported files
 * that were never added, ended sessions, invitations and tokens, and records of winners after their years.
 */
export function nightlyCleanup({ db, clock, stopping, config }: Deps): Job {
  return {
    name: "erase-expired",
    // At 3:30, when almost nobody uses the site.
    cron: "30 3 * * *",
    retries: { times: 5, firstSeconds: 60, longestSeconds: 3600 },
    expireSeconds: EXPIRE_SECONDS,
    async run(_data, lost) {
      const ending = AbortSignal.any([stopping, lost]);
      await forgetOldImports(db);
      await forgetEndedSessions(db);
      await forgetOldInvitations(db);
      await forgetOldTokens(db);
      await eraseExpiredEntries({ db, clock, stopping: ending });
      await deleteUnenteredRaffles({ db, clock, stopping: ending });
      await emptyWinnerRecords({ db, clock, stopping: ending }, config.winnerRecordYears);
      return ending.aborted ? refuse("interrupted; goes on with the next try") : accept(undefined);
    },
  };
}
