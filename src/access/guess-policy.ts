/** How wrong codes and passwords are answered: some for free, then a wait that doubles with each, up to a longest. */
export type GuessPolicy = {
  readonly free: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After so long without a miss everything is forgiven. */
  readonly forgetAfterMs: number;
  /** Counts both from the first miss instead of the newest: what is free is free in a window of time. */
  readonly fromFirst?: boolean;
};

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An address can be a whole town behind one carrier, so that it is never kept waiting for long. */
export const PER_ADDRESS: GuessPolicy = {
  free: 10,
  firstWaitMs: 5 * SECOND,
  longestWaitMs: HOUR / 4,
  forgetAfterMs: DAY,
};

/** What bounds a guesser with a thousand addresses. */
export const PER_SUBJECT: GuessPolicy = {
  free: 20,
  firstWaitMs: 30 * SECOND,
  longestWaitMs: HOUR,
  forgetAfterMs: DAY,
};

/** Somebody who forgot which password it was needs a few tries; nobody else's wrong ones may keep them out for long. */
export const PER_ACCOUNT: GuessPolicy = {
  free: 10,
  firstWaitMs: 5 * SECOND,
  longestWaitMs: HOUR / 4,
  forgetAfterMs: DAY,
};

/** A number that is free in each window of time, which begins with its first; whoever has had it waits for the window's end. */
export function inWindow(number: number, windowMs: number): GuessPolicy {
  const wait = { firstWaitMs: windowMs, longestWaitMs: windowMs, forgetAfterMs: windowMs };
  return { free: number - 1, ...wait, fromFirst: true };
}

/** 4 characters of A–Z and 0–9. */
const ACCESS_CODES = 36 ** 4;
const YEAR_MS = 365.25 * DAY;

/** How long nothing more is tried after so many misses in a row: guess_wait_ms in the database says the same. */
export function waitAfter(policy: GuessPolicy, misses: number): number {
  const beyond = misses - policy.free;
  if (beyond <= 0) return 0;
  // 2 ** 30 first waits are longer than any longest one, and still an exact number.
  return Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** Math.min(beyond - 1, 30));
}

/**
 * The years that guessing one raffle's or event's access code takes on average, for a guesser of any number of addresses who does
 * the cleverest thing: try without a pause for ever, or rest after some tries until all is forgiven, whichever is faster.
 *
 * @param codes how many codes there are; half of them, on average, are tried before the right one
 */
export function expectedYearsToGuess(policy: GuessPolicy, codes: number = ACCESS_CODES): number {
  let fastest = policy.longestWaitMs;
  let spent = 0;
  for (let misses = 1; ; misses += 1) {
    const wait = waitAfter(policy, misses);
    fastest = Math.min(fastest, (spent + Math.max(wait, policy.forgetAfterMs)) / misses);
    spent += wait;
    // Beyond the longest wait no rest can pay that did not pay before, so that a day's worth of them settles it.
    if (wait === policy.longestWaitMs && spent > 2 * policy.forgetAfterMs) break;
  }
  return (((codes + 1) / 2) * fastest) / YEAR_MS;
}
