import type { Logger } from "pino";
import { createAccounts } from "#src/access/accounts.ts";
import { createGuessLimiter } from "#src/access/guess-limit.ts";
import { createOrganiserGuesses } from "#src/access/organiser-guesses.ts";
import { createSignInGuesses } from "#src/access/sign-in-guesses.ts";
import { systemClock } from "#src/base/clock.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { type Config, readConfig } from "#src/config/config.ts";
import { loadSecret } from "#src/config/secret.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { createNotifications } from "#src/db/notifications.ts";
import { createRobotCheck } from "#src/entries/robot-check.ts";
import { createSubmissionQueue } from "#src/entries/submission-queue.ts";
import { createRaffleCache } from "#src/raffles/raffle-cache.ts";
import { createApp } from "#src/server/create-app.ts";
import { createLog } from "#src/server/log.ts";
import { checkListening, startListening } from "#src/server/start.ts";
import { buildWhenStale, loadWebBuild } from "#src/server/web-build.ts";
import { type Background, startBackground } from "./background.ts";
import { type Command, fail, PROJECT } from "./command.ts";
import { openDatabase } from "./database.ts";
import { listenForStop, type StopSignal } from "./stop-signal.ts";

/** The site, from the start to the end of its process. */
export const serveCommand: Command = {
  summary: "run the site (npm start)",
  async run(env) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const log = createLog(config.value.logLevel);
    const stop = listenForStop(env);
    let crashed = false;
    process.on("uncaughtException", (err) => {
      log.fatal({ err }, "a bug: stopping the site");
      crashed = true;
      stop.ask();
    });
    const listening = await checkListening(config.value);
    if (!listening.ok) return fail(listening.refusal);
    const built = await buildWhenStale({ root: PROJECT, env, signal: stop.signal, onNews: say });
    if (!built.ok) return stop.signal.aborted ? 0 : fail(built.refusal);
    const served = await serve(config.value, log, stop);
    if (!served.ok) return stop.signal.aborted && !crashed ? 0 : fail(served.refusal);
    return crashed ? 1 : served.value;
  },
};

function say(line: string): void {
  console.log(line);
}

/** Runs everything that needs the database; answers the exit code once all of it is stopped again. */
async function serve(config: Config, log: Logger, stop: StopSignal): Promise<Outcome<number, string>> {
  let exitCode = 0;
  const secret = await loadSecret(config);
  if (!secret.ok) return secret;
  const opened = await openDatabase(config, {
    signal: stop.signal,
    onNews: (line) => say(line),
    onLost: (line) => {
      exitCode = fail(line);
      stop.ask();
    },
  });
  if (!opened.ok) return opened;
  try {
    const ran = await answerRequests(config, secret.value, opened.value.connectionString, log, stop);
    return ran.ok ? accept(exitCode) : ran;
  } finally {
    await opened.value.stop();
    say("Stopped.");
  }
}

async function answerRequests(
  config: Config,
  secret: Uint8Array,
  connectionString: string,
  log: Logger,
  stop: StopSignal,
): Promise<Outcome<void, string>> {
  const onLostConnection = (err: Error) => log.warn({ err }, "a connection to the database was lost");
  const { db, openAll, close } = connectDatabase({ connectionString, onLostConnection });
  const notifications = createNotifications({ connectionString, onLostConnection });
  let background: Background | undefined;
  try {
    const accountOptions = {
      db,
      secret,
      origin: config.origin,
      productName: config.productName,
      sendsMail: config.smtp !== undefined,
      onError: (err: unknown) => log.error({ err }, "an account's request failed"),
    };
    background = await startBackground(config, { accountOptions, connectionString, log });
    const site = {
      config,
      secret,
      db,
      clock: systemClock,
      notifications,
      stopping: stop.signal,
      raffles: createRaffleCache(db, notifications),
      submissions: createSubmissionQueue(db),
      robots: createRobotCheck({
        secret,
        enabled: config.rateLimits,
        onReport: (puzzles) => log.info(puzzles, "puzzles that keep robots out were given"),
      }),
      guesses: createGuessLimiter(config.rateLimits),
      organiserGuesses: createOrganiserGuesses(config.rateLimits),
      accounts: createAccounts(accountOptions, createSignInGuesses(config.rateLimits)),
    };
    await openAll();
    const { serverBuild, clientDirectory } = await loadWebBuild(PROJECT);
    const app = createApp({ site, log, webBuild: serverBuild, clientDirectory });
    const server = await startListening(app, config);
    if (!server.ok) return server;
    if (!config.rateLimits) say("RATE_LIMITS IS OFF: ANYBODY CAN GUESS CODES. USE IT FOR LOAD TESTS ONLY.");
    say(readyLine(config));
    await stop.asked;
    say("Stopping: finishing the requests under way ...");
    await server.value.stop();
    return accept(undefined);
  } finally {
    await background?.stop();
    await notifications.close();
    await close();
  }
}

function readyLine({ productName, origin, host, port }: Config): string {
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const isLocal = origin === `http://localhost:${port}` || origin === address;
  return `${productName} is ready at ${origin}${isLocal ? "" : ` (listening on ${address})`}`;
}
