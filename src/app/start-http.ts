import type pg from "pg";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { createLockOutReporter } from "#src/access/audit/lock-outs.ts";
import type { SecurityEvent } from "#src/access/audit/security-events.ts";
import { createAccessCodeAttempts } from "#src/access/codes/access-code-attempts.ts";
import { createEntryCodeAttempts } from "#src/access/codes/entry-code-attempts.ts";
import { type AccountOptions, createAccounts } from "#src/accounts/accounts.ts";
import { createSignInAttempts } from "#src/accounts/sign-in-attempts.ts";
import { systemClock } from "#src/base/clock.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { loadWebBuild } from "#src/build/web-build.ts";
import { createShops } from "#src/claims/shop/shops.ts";
import type { Config } from "#src/config/config.ts";
import type { Database, DatabaseOptions } from "#src/db/connect.ts";
import { createNotifications } from "#src/db/notifications.ts";
import type { Presence } from "#src/db/presence.ts";
import type { Chain } from "#src/draws/protocol/beacon/chains.ts";
import { createShowCache } from "#src/draws/show/show-cache.ts";
import { createRedemptions } from "#src/earning/codes/redemptions.ts";
import { createRobotCheck } from "#src/entries/robots/robot-check.ts";
import { createRobotRates } from "#src/entries/robots/robot-rates.ts";
import { shareRobotRates } from "#src/entries/robots/shared-robot-rates.ts";
import { createOddsCache } from "#src/entries/standing/live-odds.ts";
import { createSubmissionQueue } from "#src/entries/submit/submission-queue.ts";
import { NO_COUNTS } from "#src/http/site.ts";
import type { Plans } from "#src/i18n/plans.ts";
import { createBanners } from "#src/raffles/pictures/banner.ts";
import { pictureQueue } from "#src/raffles/pictures/picture-queue.ts";
import { createPictures } from "#src/raffles/pictures/pictures.ts";
import { createRaffleCache } from "#src/raffles/raffle-cache.ts";
import { createAttemptCounter, NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { createLimitReporter, type NoteLimit } from "#src/rate-limits/limit-report.ts";
import { createPuzzle } from "#src/rate-limits/puzzle.ts";
import { createStrangersLimits, NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { createApp } from "#src/server/create-app.ts";
import { startListening } from "#src/server/start.ts";
import { createWebhookConsents } from "#src/webhooks/ask-consent.ts";
import { createPostChallenge } from "#src/webhooks/post.ts";
import { createRequestMetrics } from "./metrics/request-metrics.ts";

/** The dependencies of a process of the site, which answers requests, works in the background, or both. */
export type ProcessParts = {
  readonly config: Config;
  readonly secret: Uint8Array;
  /** The chain of all draws of this site. */
  readonly chain: Chain;
  /** The operator's plans for organisers, or null without any. */
  readonly plans: Plans | null;
  readonly db: Database;
  readonly presence: Presence;
  readonly pool: pg.Pool;
  /** Where metrics are stored; without it nothing is counted. */
  readonly registry: Registry | undefined;
  readonly connectionString: string;
  readonly log: Logger;
  /** The folder of the built pages. */
  readonly pages: string;
};

/** A running server; it answers requests until it is stopped. */
export type Answering = {
  /** Takes no new requests and finishes those under way; the database is still needed until then. */
  stop(): Promise<void>;
};

/** A handler that logs lost connections; the next query opens another one. */
function onLostConnection(log: Logger): (err: Error) => void {
  return (err) => log.warn({ err }, "a connection to the database was lost");
}

/** Handlers that log lost connections, why the database is away, that its disk is full, and the end of both. */
export function reportDatabase(log: Logger) {
  return {
    onLostConnection: onLostConnection(log),
    onPresence(why) {
      if (why) log.error({ reason: why.reason }, "the database is away: visitors are told to come again");
      else log.info("the database is back");
    },
    onFull(full) {
      if (full) log.error("the database's disk is full: make room; visitors are told to come again");
      else log.info("the database's disk has room again");
    },
  } satisfies Partial<DatabaseOptions>;
}

/** The dependencies of accounts, both for requests and for background work. */
export function accountOptions({ config, secret, db, log }: ProcessParts): AccountOptions {
  return {
    db,
    secret,
    origin: config.origin,
    productName: config.productName,
    sendsMail: config.smtp !== undefined,
    onError: (err: unknown) => log.error({ err }, "an account's request failed"),
  };
}

/**
 * Starts to answer requests in this process.
 *
 * @param stopping aborted when a stop is requested: it ends responses that would never end by themselves
 * @returns the running server; the refusal is one line for the operator if it cannot listen
 */
export async function startAnswering(parts: ProcessParts, stopping: AbortSignal): Promise<Outcome<Answering, string>> {
  const { config, secret, chain, plans, db, presence, connectionString, log } = parts;
  const notifications = createNotifications({ connectionString, onLostConnection: onLostConnection(log) });
  const rates = createRobotRates(secret, Date.now);
  const sharing = shareRobotRates({
    rates,
    db,
    notifications,
    onError: (err) => log.warn({ err }, "other processes could not be told how many submissions came"),
  });
  const pictures = createPictures({ inTurn: pictureQueue(db) });
  const close = async () => {
    pictures.stop();
    await sharing.stop();
    await notifications.close();
  };
  try {
    const metrics = parts.registry && createRequestMetrics(parts.registry, parts);
    const report = createLimitReporter((actions) => log.info({ actions }, "limits on what strangers do were reached"));
    const note: NoteLimit = (action, what) => {
      metrics?.note(action, what);
      report(action, what);
    };
    const onEvent = (event: SecurityEvent) => log.info(event, "security event");
    const counter = config.rateLimits ? createAttemptCounter(db, secret) : NO_ATTEMPT_COUNTER;
    const puzzle = createPuzzle(secret, Date.now);
    const onLockOut = createLockOutReporter({ db, counter, onEvent });
    const limits = config.rateLimits ? createStrangersLimits({ counter, puzzle, note }) : NO_LIMITS;
    const submissions = createSubmissionQueue(db, { awaitsStandbys: config.databaseUrl !== undefined });
    metrics?.watch(submissions);
    const site = {
      config,
      secret,
      chain,
      plans,
      db,
      presence,
      clock: systemClock,
      notifications,
      stopping,
      raffles: createRaffleCache(db, notifications, presence),
      shops: createShops(db),
      odds: createOddsCache(db, systemClock),
      shows: createShowCache(db, notifications),
      banners: createBanners(db, pictures),
      pictures,
      submissions,
      redemptions: createRedemptions(db, systemClock),
      robots: createRobotCheck({
        secret,
        enabled: config.rateLimits,
        rates,
        note,
      }),
      limits,
      entryAttempts: createEntryCodeAttempts(limits),
      accessCodeAttempts: createAccessCodeAttempts(limits, onLockOut),
      accounts: createAccounts(
        { ...accountOptions(parts), onEvent, note },
        createSignInAttempts(counter, limits, onLockOut),
      ),
      webhookConsents: createWebhookConsents({
        ...{ db, secret, counter, stopping },
        postChallenge: createPostChallenge({ targets: config.webhookTargets }),
      }),
      onSecurityEvent: onEvent,
      note,
      counts: metrics?.counts ?? NO_COUNTS,
    };
    const { serverBuild, clientDirectory } = await loadWebBuild(parts.pages);
    const app = createApp({ site, log, webBuild: serverBuild, clientDirectory });
    const server = await startListening(app, config);
    if (!server.ok) {
      await close();
      return server;
    }
    return accept({
      async stop() {
        await server.value.stop();
        await close();
      },
    });
  } catch (error) {
    await close();
    throw error;
  }
}
