import type { Environment } from "#src/config/env.ts";

/** A request to stop, from the operator or from a part that cannot go on. */
export type StopSignal = {
  readonly signal: AbortSignal;
  /** Settles when a stop is asked for. */
  readonly asked: Promise<void>;
  /** Asks for a stop from inside. */
  ask(): void;
};

/** npm may end without a word to us: how often we look whether it is still there. */
const PARENT_CHECK_MS = 250;

/**
 * Listens for what ends a process politely: Ctrl-C, a service manager's SIGTERM, a closed terminal. Each may arrive
 * twice (npm passes on what the terminal already sent), so that repeats change nothing.
 *
 * npm starts scripts through a shell, which ends on a signal without passing it on; a site that npm started therefore
 * also stops when its parent is gone.
 */
export function listenForStop(env: Environment = {}): StopSignal {
  const stop = new AbortController();
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  stop.signal.addEventListener("abort", () => resolve(), { once: true });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop.abort());
  if (env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || stop.abort(), PARENT_CHECK_MS).unref();
  }
  return { signal: stop.signal, asked, ask: () => stop.abort() };
}
