import cluster from "node:cluster";
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { createBackgroundMetrics } from "#src/app/metrics/background-metrics.ts";
import { createRegistry, serveMetrics } from "#src/app/metrics/serve-metrics.ts";
import { ownsDatabase } from "#src/app/own-secret.ts";
import { type Background, startBackground } from "#src/app/start-background.ts";
import { accountOptions, type ProcessParts, reportDatabase, startAnswering } from "#src/app/start-http.ts";
import { removeLeftovers } from "#src/backup/leftovers.ts";
import { probe } from "#src/backup/probe.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { BUILT_PAGES, PROJECT } from "#src/build/project.ts";
import { buildWhenStale } from "#src/build/web-build.ts";
import { type Config, readConfig, SETTINGS } from "#src/config/config.ts";
import type { Environment } from "#src/config/env.ts";
import { loadSecret } from "#src/config/secret.ts";
import { describeMisspelling, findMisspelt } from "#src/config/setting-names.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { createLog } from "#src/server/log.ts";
import { checkListening } from "#src/server/start.ts";
import { movedWarning } from "./backup/moved.ts";
import { loadChain } from "./chain.ts";
import { type Command, fail } from "./command.ts";
import { openDatabase } from "./database.ts";
import { loadPlans } from "./plans.ts";
import { listenForStop, type StopSignal } from "./stop-signal.ts";
import { connectionsOfAll, connectionsOfEach, listenToPrimary, startWorkers } from "./workers.ts";

/** Runs the site from start to end of its process; or one of its workers, if the site has started this process. */
export const serveCommand: Command = {
  summary: "run the site (npm start)",
  run: (env) => serveSite(env),
};

/**
 * Runs the site, or one of its workers, and returns the exit code of the process.
 *
 * @param ownPages a folder of built pages, to serve as they are. Without it stale pages are built, and then served
 */
export async function serveSite(env: Environment, ownPages?: string): Promise<number> {
  const config = readConfig(env);
  if (!config.ok) return fail(config.refusal);
  const { log, writeCounts } = createLog(config.value.logLevel);
  // Also of an end that nothing else waits for.
  process.once("exit", writeCounts);
  const stop = listenForStop(env);
  let crashed = false;
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "a bug: stopping this process");
    crashed = true;
    stop.ask();
  });
  const served = cluster.isWorker
    ? await answerAsWorker(config.value, log.child({ worker: process.pid }), stop)
    : await serve(config.value, env, log, stop, ownPages);
  if (!served.ok) return stop.signal.aborted && !crashed ? 0 : fail(served.refusal);
  return crashed ? 1 : served.value;
}

const OPERATOR_MISSING =
  "OPERATOR_EMAIL is not set: visitors and businesses are told to ask you in person. Set it to the address to write to.";

function say(line: string): void {
  console.log(line);
}

/** Prepares and runs the site; returns the exit code when all of it has stopped. */
async function serve(
  config: Config,
  env: Environment,
  log: Logger,
  stop: StopSignal,
  ownPages: string | undefined,
): Promise<Outcome<number, string>> {
  const listening = await checkPorts(config);
  if (!listening.ok) return listening;
  const removed = await removeLeftovers(config.dataDir);
  if (!removed.ok) return removed;
  for (const folder of removed.value) say(`${folder} was left by a restore that was killed, and is deleted.`);
  if (ownPages === undefined) {
    const built = await buildWhenStale({ root: PROJECT, env, signal: stop.signal, onNews: say });
    if (!built.ok) return built;
  }
  let isSecretNew = false;
  const secret = await loadSecret(config, () => {
    isSecretNew = true;
  });
  if (!secret.ok) return secret;
  const chain = await loadChain(config);
  if (!chain.ok) return chain;
  const plans = await loadPlans(config);
  if (!plans.ok) return plans;
  await sayWhatIsOdd(config, env);
  let exitCode = 0;
  const endWith = (line: string) => {
    exitCode = fail(line);
    stop.ask();
  };
  const opened = await openDatabase(config, {
    connections: connectionsOfAll(config.workers),
    sharded: config.databaseSharded,
    signal: stop.signal,
    onNews: say,
    onLost: endWith,
  });
  if (!opened.ok) return opened;
  try {
    const { connectionString } = opened.value;
    const pages = ownPages ?? BUILT_PAGES;
    const ran = await runSite(
      { config, secret: secret.value, chain: chain.value, plans: plans.value, connectionString, log, pages },
      isSecretNew,
      stop,
      endWith,
    );
    return ran.ok ? accept(exitCode) : ran;
  } finally {
    await opened.value.stop();
    say("Stopped.");
  }
}

/** Checks the ports of the site and of its metrics, before anything slow. */
async function checkPorts(config: Config): Promise<Outcome<void, string>> {
  const site = await checkListening(config);
  if (!site.ok || config.metrics === undefined) return site;
  // Each is free until the site listens on both.
  const { host, port } = config.metrics;
  if (port === config.port && host === config.host) return refuse("PORT and METRICS name the same port: choose two.");
  return checkListening({ ...config.metrics, setting: "METRICS" });
}

/** Says what the operator would not notice before it is needed. None of it is a reason not to start. */
async function sayWhatIsOdd({ backupDir, dataDir, databaseUrl }: Config, env: Environment): Promise<void> {
  for (const one of findMisspelt(env, SETTINGS)) say(describeMisspelling(one));
  const moved = databaseUrl === undefined ? movedWarning(dataDir) : null;
  if (moved) say(moved);
  if (backupDir === undefined) return;
  const isThere = existsSync(backupDir);
  const tried = await probe(backupDir, true);
  if (!tried.ok)
    say(`NO BACKUP CAN BE WRITTEN to BACKUP_DIR: ${tried.refusal}. Give the folder to this user, or name another.`);
  else if (!isThere) say(`BACKUP_DIR is made: ${backupDir}. If a disk belongs there, mount it first.`);
}

/** Warns of a secret that is not the database's, at each start: it looks intact, but no access code works. */
async function warnOfOtherSecret(db: Database, secret: Uint8Array, isNew: boolean): Promise<void> {
  if (await ownsDatabase(db, secret, isNew)) return;
  say(
    "THE SECRET IS NOT THE ONE OF THIS DATABASE: its access codes open nothing, and everybody is logged out. " +
      "Put back the secret that belongs to it, as SECRET or in DATA_DIR/secret.",
  );
}

/** Runs the background work, and answers requests in this process or in workers, until a stop is requested. */
async function runSite(
  deps: Omit<ProcessParts, "db" | "presence" | "pool" | "registry">,
  isSecretNew: boolean,
  stop: StopSignal,
  onLost: (line: string) => void,
): Promise<Outcome<void, string>> {
  const { config, connectionString, chain, log } = deps;
  const { db, presence, pool, openAll, close } = connectDatabase({
    connectionString,
    sharded: config.databaseSharded,
    ...reportDatabase(log),
  });
  const registry = config.metrics && createRegistry();
  const parts = { ...deps, db, presence, pool, registry };
  let background: Background | undefined;
  try {
    await warnOfOtherSecret(db, deps.secret, isSecretNew);
    if (registry) createBackgroundMetrics(registry, db, { ...config, secret: deps.secret });
    const watching = registry && config.metrics && (await serveMetrics(registry, config.metrics, config.workers));
    if (watching && !watching.ok) return watching;
    const options = { accountOptions: accountOptions(parts), connectionString, chain, log };
    background = await startBackground(config, options);
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
    if (!config.operatorEmail) say(OPERATOR_MISSING);
    say(readyLine(config));
    await stop.asked;
    say("Stopping: finishing the requests under way ...");
    await answering.value.stop();
    await watching?.value.stop();
    return accept(undefined);
  } finally {
    await background?.stop();
    await close();
  }
}

/** Answers requests as a worker; the process that started it has prepared everything. */
async function answerAsWorker(config: Config, log: Logger, stop: StopSignal): Promise<Outcome<number, string>> {
  listenToPrimary(stop);
  const secret = await loadSecret(config);
  if (!secret.ok) return secret;
  const chain = await loadChain(config);
  if (!chain.ok) return chain;
  const plans = await loadPlans(config);
  if (!plans.ok) return plans;
  const connectionString = config.databaseUrl ?? "";
  const { db, presence, pool, openAll, close } = connectDatabase({
    connectionString,
    maxConnections: connectionsOfEach(config.workers),
    sharded: config.databaseSharded,
    ...reportDatabase(log),
  });
  try {
    await openAll();
    const parts = {
      config,
      secret: secret.value,
      chain: chain.value,
      plans: plans.value,
      db,
      presence,
      pool,
      registry: config.metrics && createRegistry(),
      connectionString,
      log,
      pages: BUILT_PAGES,
    };
    const answering = await startAnswering(parts, stop.signal);
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
