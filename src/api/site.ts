import type { Context } from "hono";
import type { Accounts } from "#src/access/accounts.ts";
import type { GuessLimiter } from "#src/access/guess-limit.ts";
import type { OrganiserGuesses } from "#src/access/organiser-guesses.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Config } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import type { RobotCheck } from "#src/entries/robot-check.ts";
import type { SubmissionQueue } from "#src/entries/submission-queue.ts";
import type { SubmitEntryGiven } from "#src/entries/submit-entry.ts";

/** What both faces of the product, pages and API, are given to work with. */
export type Site = {
  readonly config: Config;
  /** The key of stored access codes. */
  readonly secret: Uint8Array;
  readonly db: Database;
  readonly clock: Clock;
  readonly notifications: Notifications;
  /** Aborted when the site stops: answers that would never end by themselves end then. */
  readonly stopping: AbortSignal;
  readonly submissions: SubmissionQueue;
  readonly robots: RobotCheck;
  readonly guesses: GuessLimiter;
  readonly organiserGuesses: OrganiserGuesses;
  readonly accounts: Accounts;
};

/** Tells a handler the address by which tries are counted. */
export type AddressOf = (c: Context) => string;

/** What an entry is taken with, by the form as by the API. */
export function submissionGiven(
  { db, submissions, robots, config }: Site,
  visitor: Pick<SubmitEntryGiven, "address" | "language">,
): SubmitEntryGiven {
  return { reader: db, submissions, robots, defaultRegion: config.defaultRegion, ...visitor };
}
