import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { StopSignal } from "./stop-signal.ts";

export type WorkersOptions = {
  readonly number: number;
  /** Environment variables of the workers, in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Aborts a start that takes too long. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Called if, after all had started, no worker starts any more: then the site must end. */
  readonly onLost: (line: string) => void;
};

/** Processes that answer requests on one port. */
export type Workers = {
  /** Lets all workers finish their requests and end. */
  stop(): Promise<void>;
};

/** Backoff before a worker that ended is replaced; it doubles each time, up to MAX_WAIT_MS. */
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 30_000;
/** The backoff starts again after a worker has run for this long. */
const STEADY_MS = 60_000;
/** Workers in a row that end before they listen; after these, the next one would end too. */
const MAX_FAILED_STARTS = 3;
/** How long a stop may take. Requests under way get 10 seconds and the rest is fast, so a slower worker is stuck. */
const MAX_STOP_MS = 30_000;

const STOP = "stop";

/** Database connections per worker. A worker keeps two cores of PostgreSQL busy. */
const CONNECTIONS_OF_EACH = 10;
/** With more workers than this, each has CONNECTIONS_OF_MANY: six for a crowd's batches, two for pages. */
const FEW_WORKERS = 4;
const CONNECTIONS_OF_MANY = 8;
/** Connections of the background process: its pool, the job queue, and the hold on the bundled database. */
const BACKGROUND_CONNECTIONS = 14;

/** The connections that each worker may hold, in addition to the one that listens for notifications. */
export function connectionsOfEach(workers: number): number {
  return workers <= FEW_WORKERS ? CONNECTIONS_OF_EACH : CONNECTIONS_OF_MANY;
}

/** The connections that the whole site may hold. */
export function connectionsOfAll(workers: number): number {
  // A site of one process uses the background connections for requests too.
  return BACKGROUND_CONNECTIONS + (workers === 1 ? 1 : workers * (connectionsOfEach(workers) + 1));
}

/**
 * Starts workers: processes that run the same command as this one and share one port. Node distributes requests to them
 * round-robin. A worker that ends is replaced.
 *
 * @returns the workers, once all listen; the refusal is one line for the operator if they end before, or a stop is
 *   requested
 */
export async function startWorkers(options: WorkersOptions): Promise<Outcome<Workers, string>> {
  const { number, env, signal, log, onLost } = options;
  const stopping = new AbortController();
  const living = new Set<Worker>();
  const listening = new Set<Worker>();
  const started = Promise.withResolvers<Outcome<void, string>>();
  let failedStarts = 0;
  let hadStarted = false;

  function noteListening(worker: Worker): void {
    log.info({ worker: worker.process.pid }, "a worker listens");
    failedStarts = 0;
    listening.add(worker);
    if (listening.size < number) return;
    hadStarted = true;
    started.resolve(accept(undefined));
  }

  function noteEnd(worker: Worker, how: { code?: unknown; signal?: unknown; err?: unknown }): void {
    living.delete(worker);
    if (!listening.delete(worker)) failedStarts += 1;
    if (stopping.signal.aborted) return;
    log.error({ worker: worker.process.pid, ...how }, "a worker ended");
    if (failedStarts !== MAX_FAILED_STARTS) return;
    const line = `${failedStarts} workers in a row ended before they listened (the last with ${how.code ?? how.signal ?? "an error"}).`;
    if (hadStarted) onLost(line);
    started.resolve(refuse(line));
  }

  async function runOne(): Promise<void> {
    const worker = cluster.fork(env);
    living.add(worker);
    worker.once("listening", () => noteListening(worker));
    try {
      const [code, killedBy] = await once(worker, "exit");
      noteEnd(worker, { code, signal: killedBy });
    } catch (err) {
      noteEnd(worker, { err });
    }
  }

  async function keepOne(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await runOne();
      if (performance.now() - began > STEADY_MS) wait = FIRST_WAIT_MS;
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }

  const places = Array.from({ length: number }, keepOne);
  let ended: Promise<unknown> | undefined;

  async function end(): Promise<void> {
    stopping.abort();
    for (const worker of living) {
      // A worker that does not listen yet may miss the message, and has no request to finish.
      if (listening.has(worker)) worker.send(STOP, () => undefined);
      else worker.process.kill();
    }
    const limit = setTimeout(() => {
      for (const worker of living) worker.process.kill("SIGKILL");
    }, MAX_STOP_MS);
    await Promise.all(places);
    clearTimeout(limit);
  }

  async function stop(): Promise<void> {
    ended ??= end();
    await ended;
  }

  const givenUp = () => started.resolve(refuse("Stopped before the workers listened."));
  signal.addEventListener("abort", givenUp);
  if (signal.aborted) givenUp();
  const outcome = await started.promise;
  signal.removeEventListener("abort", givenUp);
  if (outcome.ok) return accept({ stop });
  await stop();
  return outcome;
}

/** Stops a worker when its parent process sends STOP; a signal to the worker ends only the worker. */
export function listenToPrimary(stop: StopSignal): void {
  process.on("message", (said) => {
    if (said === STOP) stop.ask();
  });
}
