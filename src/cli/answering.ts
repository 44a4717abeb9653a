import type { Logger } from "pino";
import { type AccountOptions, createAccounts } from "#src/access/accounts.ts";
import { createGuessLimiter } from "#src/access/guess-limit.ts";
import { createGuessTally, NO_GUESS_TALLY } from "#src/access/guess-tally.ts";
import { createOrganiserGuesses } from "#src/access/organiser-guesses.ts";
import { createSignInGuesses } from "#src/access/sign-in-guesses.ts";
import { systemClock } from "#src/base/clock.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import { createNotifications } from "#src/db/notifications.ts";
import { createRobotCheck } from "#src/entries/robot-check.ts";
import { createRobotRates } from "#src/entries/robot-rates.ts";
import { shareRobotRates } from "#src/entries/shared-robot-rates.ts";
import { createSubmissionQueue } from "#src/entries/submission-queue.ts";
import { createRaffleCache } from "#src/raffles/raffle-cache.ts";
import { createApp } from "#src/server/create-app.ts";
import { startListening } from "#src/server/start.ts";
import { loadWebBuild } from "#src/server/web-build.ts";
import { PROJECT } from "./command.ts";

/** What a process of the site works with, whether it answers requests, works in the background, or both. */
export type ProcessParts = {
  readonly config: Config;
  readonly secret: Uint8Array;
  readonly db: Database;
  readonly connectionString: string;
  readonly log: Logger;
};

/** Requests are answered until this is stopped. */
export type Answering = {
  /** Takes no new requests and finishes those under way; the database is still needed until then. */
  stop(): Promise<void>;
};

/** Told of connections that are lost: the next query opens another. */
export function onLostConnection(log: Logger): (err: Error) => void {
  return (err) => log.warn({ err }, "a connection to the database was lost");
}

/** What the accounts of the site need, before somebody's request as in the background. */
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
 * @param stopping aborted when a stop is asked for: answers that would never end by themselves end then
 * @returns what stops it, or one line for the operator when it cannot listen
 */
export async function startAnswering(parts: ProcessParts, stopping: AbortSignal): Promise<Outcome<Answering, string>> {
  const { config, secret, db, connectionString, log } = parts;
  const notifications = createNotifications({ connectionString, onLostConnection: onLostConnection(log) });
  const rates = createRobotRates(secret, Date.now);
  const sharing = shareRobotRates({
    rates,
    db,
    notifications,
    onError: (err) => log.warn({ err }, "other processes could not be told how many submissions came"),
  });
  const close = async () => {
    await sharing.stop();
    await notifications.close();
  };
  try {
    const tally = config.rateLimits ? createGuessTally(db, secret) : NO_GUESS_TALLY;
    const site = {
      config,
      secret,
      db,
      clock: systemClock,
      notifications,
      stopping,
      raffles: createRaffleCache(db, notifications),
      submissions: createSubmissionQueue(db),
      robots: createRobotCheck({
        secret,
        enabled: config.rateLimits,
        rates,
        onReport: (puzzles) => log.info(puzzles, "puzzles that keep robots out were given"),
      }),
      guesses: createGuessLimiter(tally),
      organiserGuesses: createOrganiserGuesses(tally),
      accounts: createAccounts(accountOptions(parts), createSignInGuesses(tally)),
    };
    const { serverBuild, clientDirectory } = await loadWebBuild(PROJECT);
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
