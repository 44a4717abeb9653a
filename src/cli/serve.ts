import cluster from "node:cluster";
import type { Logger } from "pino";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { type Config, readConfig } from "#src/config/config.ts";
import type { Environment } from "#src/config/env.ts";
import { loadSecret } from "#src/config/secret.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { createLog } from "#src/server/log.ts";
import { checkListening } from "#src/server/start.ts";
import { buildWhenStale } from "#src/server/web-build.ts";
import { accountOptions, onLostConnection, type ProcessParts, startAnswering } from "./answering.ts";
import { type Background, startBackground } from "./background.ts";
import { type Command, fail, PROJECT } from "./command.ts";
import { openDatabase } from "./database.ts";
import { listenForStop, type StopSignal } from "./stop-signal.ts";
import { connectionsOfAll, connectionsOfEach, listenToPrimary, startWorkers } from "./workers.ts";

/** The site, from the start to the end of its process; or one of its workers, where the site has started this process. */
export const serveCommand: Command = {
  summary: "run the site (npm start)",
  async run(env) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const log = createLog(config.value.logLevel);
    const stop = listenForStop(env);
    let crashed = false;
    process.on("uncaughtException", (err) => {
      log.fatal({ err }, "a bug: stopping this process");
      crashed = true;
      stop.ask();
    });
    const served = cluster.isWorker
      ? await answerAsWorker(config.value, log.child({ worker: process.pid }), stop)
      : await serve(config.value, env, log, stop);
    if (!served.ok) return stop.signal.aborted && !crashed ? 0 : fail(served.refusal);
    return crashed ? 1 : served.value;
  },
};

function say(line: string): void {
  console.log(line);
}

/** Prepares everything and runs the site; answers the exit code once all of it is stopped again. */
async function serve(
  config: Config,
  env: Environment,
  log: Logger,
  stop: StopSignal,
): Promise<Outcome<number, string>> {
  const listening = await checkListening(config);
  if (!listening.ok) return listening;
  const built = await buildWhenStale({ root: PROJECT, env, signal: stop.signal, onNews: say });
  if (!built.ok) return built;
  const secret = await loadSecret(config);
  if (!secret.ok) return secret;
  let exitCode = 0;
  const endWith = (line: string) => {
    exitCode = fail(line);
    stop.ask();
  };
  const opened = await openDatabase(config, {
    connections: connectionsOfAll(config.workers),
    signal: stop.signal,
    onNews: say,
    onLost: endWith,
  });
  if (!opened.ok) return opened;
  try {
    const { connectionString } = opened.value;
    const ran = await runSite({ config, secret: secret.value, connectionString, log }, stop, endWith);
    return ran.ok ? accept(exitCode) : ran;
  } finally {
    await opened.value.stop();
    say("Stopped.");
  }
}

/** Works in the background, and answers requests in this process or has workers do so, until a stop is asked for. */
async function runSite(
  given: Omit<ProcessParts, "db">,
  stop: StopSignal,
  onLost: (line: string) => void,
): Promise<Outcome<void, string>> {
  const { config, connectionString, log } = given;
  const { db, openAll, close } = connectDatabase({ connectionString, onLostConnection: onLostConnection(log) });
  const parts = { ...given, db };
  let background: Background | undefined;
  try {
    background = await startBackground(config, { accountOptions: accountOptions(parts), connectionString, log });
    if (config.workers === 1) await openAll();
    const answering =
      config.workers === 1
        ? await startAnswering(parts, stop.signal)
        : await startWorkers({
            number: config.workers,
            env: { DATABASE_URL: connectionString },
            signal: stop.signal,
            log,
            onLost,
          });
    if (!answering.ok) return answering;
    if (!config.rateLimits) say("RATE_LIMITS IS OFF: ANYBODY CAN GUESS CODES. USE IT FOR LOAD TESTS ONLY.");
    say(readyLine(config));
    await stop.asked;
    say("Stopping: finishing the requests under way ...");
    await answering.value.stop();
    return accept(undefined);
  } finally {
    await background?.stop();
    await close();
  }
}

/** Answers requests for the site that started this process, which has prepared everything. */
async function answerAsWorker(config: Config, log: Logger, stop: StopSignal): Promise<Outcome<number, string>> {
  listenToPrimary(stop);
  const secret = await loadSecret(config);
  if (!secret.ok) return secret;
  const connectionString = config.databaseUrl ?? "";
  const { db, openAll, close } = connectDatabase({
    connectionString,
    maxConnections: connectionsOfEach(config.workers),
    onLostConnection: onLostConnection(log),
  });
  try {
    await openAll();
    const answering = await startAnswering({ config, secret: secret.value, db, connectionString, log }, stop.signal);
    if (!answering.ok) return answering;
    await stop.asked;
    await answering.value.stop();
    return accept(0);
  } finally {
    await close();
  }
}

function readyLine({ productName, origin, host, port }: Config): string {
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const isLocal = origin === `http://localhost:${port}` || origin === address;
  return `${productName} is ready at ${origin}${isLocal ? "" : ` (listening on ${address})`}`;
}
