import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { StopSignal } from "./stop-signal.ts";

export type WorkersOptions = {
  readonly number: number;
  /** What the workers' environment has beside this process's. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives up a start that takes long. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Told when, after all had started, no worker starts any more: the site must end. */
  readonly onLost: (line: string) => void;
};

/** Processes that answer requests at one port. */
export type Workers = {
  /** Has all of them finish their requests and end. */
  stop(): Promise<void>;
};

/** A worker that ends is followed by another after so long, doubled each time, ... */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 30_000;
/** ... until one has lived for so long. */
const STEADY_MS = 60_000;
/** So many in a row that end before they listen: the next would do so too. */
const MOST_FAILED_STARTS = 3;
/** Requests under way get 10 seconds, and closing what is open takes no time: whatever takes this long is stuck. */
const LONGEST_STOP_MS = 30_000;

const STOP = "stop";

/** Each keeps two cores of PostgreSQL busy. */
const CONNECTIONS_OF_EACH = 10;
/** Of more workers than this, each gets by with fewer: a crowd's batches take six, two are left for pages. */
const FEW_WORKERS = 4;
const CONNECTIONS_OF_MANY = 8;
/** Of the process that works in the background: its pool, the job queue, the hold on the bundled database. */
const BACKGROUND_CONNECTIONS = 14;

/** How many connections each of so many workers may hold, beside the one that listens. */
export function connectionsOfEach(workers: number): number {
  return workers <= FEW_WORKERS ? CONNECTIONS_OF_EACH : CONNECTIONS_OF_MANY;
}

/** How many connections the whole site may hold. */
export function connectionsOfAll(workers: number): number {
  // A site of one process answers requests over the connections that it works in the background with.
  return BACKGROUND_CONNECTIONS + (workers === 1 ? 1 : workers * (connectionsOfEach(workers) + 1));
}

/**
 * Starts processes that run the same command as this one and answer requests at one port, which Node hands out to them in
 * turn. One that ends is replaced.
 *
 * @returns what stops them, once all listen; or one line for the operator when they end instead, or a stop is asked for
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
    if (failedStarts !== MOST_FAILED_STARTS) return;
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
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  const places = Array.from({ length: number }, keepOne);
  let ended: Promise<unknown> | undefined;

  async function end(): Promise<void> {
    stopping.abort();
    for (const worker of living) {
      // Whoever does not listen yet may not hear a word, and has nothing to finish.
      if (listening.has(worker)) worker.send(STOP, () => undefined);
      else worker.process.kill();
    }
    const limit = setTimeout(() => {
      for (const worker of living) worker.process.kill("SIGKILL");
    }, LONGEST_STOP_MS);
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

/** Has a worker stop when the process that started it says so; a signal of its own ends it alone. */
export function listenToPrimary(stop: StopSignal): void {
  process.on("message", (said) => {
    if (said === STOP) stop.ask();
  });
}
