import { DAY_MS, HOUR_MS, SECOND_MS } from "#src/base/clock.ts";
/** The backoff after wrong codes and passwords: some are free, then each doubles the wait, up to a maximum. */
export type BackoffPolicy = {
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After this time without a failure, the count starts again at zero. */
  readonly forgetAfterMs: number;
  /** Measures wait and forgetting from the first failure, not the newest: a fixed time window. */
  readonly fromFirst?: boolean;
};

/**
 * The free attempts in a time window, and how the puzzle cost grows after them. It never imposes a wait. The window of
 * the whole site begins with its first attempt. A network's free attempts come back one by one, `shareOf` apart.
 */
export type Allowance = {
  readonly free: number;
  readonly windowMs: number;
  /** The puzzle cost doubles after each of this many further attempts. */
  readonly doublesAfter: number;
};

/** Milliseconds until the next free attempt comes back: the longest wait of whoever cannot solve a puzzle. */
export function shareOf({ free, windowMs }: Pick<Allowance, "free" | "windowMs">): number {
  return windowMs / free;
}

/** The cost of the next attempt in plain puzzles; 0 is free. The SQL function puzzle_cost computes the same. */
export function costAfter({ free, doublesAfter }: Allowance, tries: number, hardest: number): number {
  if (tries < free) return 0;
  return Math.min(hardest, 2 ** Math.min(Math.floor((tries - free) / doublesAfter), 30));
}

/** Per raffle or event: limits an attacker who has a thousand addresses. */
export const PER_SUBJECT: BackoffPolicy = {
  free: 20,
  firstWaitMs: 30 * SECOND_MS,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: DAY_MS,
};

/** Per account: the owner may try a few old passwords. A stranger's wrong ones must not block the owner for long. */
export const PER_ACCOUNT: BackoffPolicy = {
  free: 10,
  firstWaitMs: 5 * SECOND_MS,
  longestWaitMs: HOUR_MS / 4,
  forgetAfterMs: DAY_MS,
};

/** A fixed window, begun by its first attempt: `number` attempts are free, then the caller waits for its end. */
export function inWindow(number: number, windowMs: number): BackoffPolicy {
  const wait = { firstWaitMs: windowMs, longestWaitMs: windowMs, forgetAfterMs: windowMs };
  return { free: number - 1, ...wait, fromFirst: true };
}

/** The wait in milliseconds after this many failures in a row. The SQL function guess_wait_ms computes the same. */
export function waitAfter(policy: BackoffPolicy, failures: number): number {
  const beyond = failures - policy.free;
  if (beyond <= 0) return 0;
  // 2 ** 30 first waits exceed every longest wait, and are still an exact number.
  return Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** Math.min(beyond - 1, 30));
}
