import type { Context } from "hono";
import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import type { AccessCodeAttempts } from "#src/access/codes/access-code-attempts.ts";
import type { EntryCodeAttempts } from "#src/access/codes/entry-code-attempts.ts";
import type { Accounts } from "#src/accounts/accounts.ts";
import type { Clock } from "#src/base/clock.ts";
import type { Shops } from "#src/claims/shop/shops.ts";
import type { Config } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import type { Presence } from "#src/db/presence.ts";
import type { Chain } from "#src/draws/protocol/beacon/chains.ts";
import type { ShowCache } from "#src/draws/show/show-cache.ts";
import type { Redemptions } from "#src/earning/codes/redemptions.ts";
import type { RobotCheck } from "#src/entries/robots/robot-check.ts";
import type { OddsCache } from "#src/entries/standing/live-odds.ts";
import type { SubmissionQueue } from "#src/entries/submit/submission-queue.ts";
import type { SubmitEntryDeps } from "#src/entries/submit/submit-entry.ts";
import type { Plans } from "#src/i18n/plans.ts";
import type { Banners } from "#src/raffles/pictures/banner.ts";
import type { Pictures } from "#src/raffles/pictures/pictures.ts";
import type { RaffleCache } from "#src/raffles/raffle-cache.ts";
import type { NoteLimit } from "#src/rate-limits/limit-report.ts";
import type { StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import type { WebhookConsents } from "#src/webhooks/ask-consent.ts";

/** What a process counts for whoever watches the site. No name, code or address is a label. */
export type SiteCounts = {
  /** An entry's outcome, "accepted" or the reason of its refusal, and how long it took. */
  entry(outcome: string, milliseconds: number): void;
  /** A page that is the same for everybody: from memory, or made. */
  page(how: "cached" | "rendered"): void;
  /** A page of one visitor that had no turn to be made. */
  turnedAway(): void;
  /** A request that took the ordinary way. */
  request(status: number, milliseconds: number): void;
};

/** Counts nothing: for a site that nobody watches. */
export const NO_COUNTS: SiteCounts = {
  entry: () => undefined,
  page: () => undefined,
  turnedAway: () => undefined,
  request: () => undefined,
};

/** The dependencies of both pages and API. */
export type Site = {
  readonly config: Config;
  /** The key of stored access codes. */
  readonly secret: Uint8Array;
  /** The chain of all draws of this site. */
  readonly chain: Chain;
  /** The operator's plans for organisers, or null without any. */
  readonly plans: Plans | null;
  readonly db: Database;
  readonly presence: Presence;
  readonly clock: Clock;
  readonly notifications: Notifications;
  /** Aborted when the site stops: it ends responses that would never end by themselves. */
  readonly stopping: AbortSignal;
  /** For entries of a crowd. Code that changes a raffle reads it from the database. */
  readonly raffles: RaffleCache;
  /** The pages of shops. */
  readonly shops: Shops;
  /** How many are in the draw of each prize, where organisers show it. */
  readonly odds: OddsCache;
  /** The shows of draws, for their audiences. */
  readonly shows: ShowCache;
  readonly banners: Banners;
  readonly pictures: Pictures;
  readonly submissions: SubmissionQueue;
  readonly redemptions: Redemptions;
  readonly robots: RobotCheck;
  /** The rate limits of strangers' actions: how often they may act without a puzzle. */
  readonly limits: StrangersLimits;
  readonly entryAttempts: EntryCodeAttempts;
  readonly accessCodeAttempts: AccessCodeAttempts;
  readonly accounts: Accounts;
  /** Asks addresses of webhooks for their consent. */
  readonly webhookConsents: WebhookConsents;
  /** Logs security events, which an operator may search for later. */
  readonly onSecurityEvent: OnSecurityEvent;
  /** Counts refusals, for one log line a minute. */
  readonly note: NoteLimit;
  /** Counts what the operator watches. */
  readonly counts: SiteCounts;
};

/** Returns the client's address, by which attempts are counted. */
export type AddressOf = (c: Context) => string;

/** The dependencies of a submission, for the form and the API. */
export function submissionDeps(
  { raffles, submissions, robots, entryAttempts, secret, config, counts }: Site,
  visitor: Pick<SubmitEntryDeps, "address" | "device" | "language">,
): SubmitEntryDeps {
  const { defaultRegion } = config;
  const onOutcome = counts.entry;
  return { raffles, submissions, robots, entryAttempts, secret, onOutcome, defaultRegion, ...visitor };
}
