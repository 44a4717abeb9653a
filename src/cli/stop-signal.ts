import type { Environment } from "#src/config/env.ts";

/** A request to stop, from the operator or from a part of the site that cannot go on. */
export type StopSignal = {
  readonly signal: AbortSignal;
  /** Resolves when a stop is requested. */
  readonly asked: Promise<void>;
  /** Requests a stop from inside the process. */
  ask(): void;
};

/** How often to check whether npm still runs, in ms: it may end without a signal to us. */
const PARENT_CHECK_MS = 250;

/**
 * Listens for the signals that ask a process to end: Ctrl-C, a service manager's SIGTERM, a closed terminal. Each may
 * arrive twice, since npm forwards what the terminal has already sent, so repeats change nothing.
 *
 * npm starts scripts through a shell, which ends on a signal without forwarding it. So a site that npm started also
 * stops when its parent process is gone.
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
