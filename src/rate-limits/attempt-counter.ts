import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS } from "#src/base/clock.ts";
import { deriveKey } from "#src/base/derive-key.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inStatement } from "#src/db/transaction.ts";
import type { Job } from "#src/jobs/jobs.ts";
import type { Allowance, BackoffPolicy } from "./backoff.ts";
import { createKeyedQueue, type KeyedQueue } from "./keyed-queue.ts";

/** One counter that an attempt is counted under, with its backoff. */
export type CountedBy = {
  readonly policy: BackoffPolicy;
  /** What is counted and by which key, such as "password by account". Each kind has its own counters. */
  readonly kind: string;
  /** For example a network or an e-mail address. Stored only as a hash keyed with the site's secret. */
  readonly value: string;
  /** What `Counted.cause` says if it is this counter that imposes the wait. Default: "waits". */
  readonly cause?: string;
  /** Whom it counts: networks where the same proof succeeded lately (`known`), or all others. Default: both. */
  readonly applies?: "known" | "strangers";
};

/** A counter that asks for puzzles instead of imposing a wait. */
export type CostedBy = Omit<CountedBy, "policy" | "cause"> & {
  readonly policy: Allowance;
  readonly hardest: number;
  /** The name of this limit in the operator's log. */
  readonly cause: string;
  /** A count of the whole site: it costs nothing while every `SparesBy` of the attempt is free. */
  readonly spared?: boolean;
  /** Costs nothing where the same proof succeeded lately. Failures there count all the same. */
  readonly freeIfKnown?: boolean;
  /** Counts an attempt only if it is the first in the window of this other counter of the attempt. */
  readonly onceBy?: Pick<CountedBy, "kind" | "value">;
  /** Free attempts come back one by one, each after its share of the window (`shareOf`), not all at its end. */
  readonly paced?: boolean;
};

/** A counter that asks for nothing. While it is free, counts of the whole site ask for nothing either. */
export type SparesBy = Omit<CountedBy, "policy" | "cause"> & {
  readonly spares: Pick<Allowance, "free" | "windowMs">;
  readonly paced?: boolean;
};

/** A counter that only says which attempt is the first in its window, for the `onceBy` of another. */
export type FirstBy = Pick<CountedBy, "kind" | "value"> & { readonly firstInMs: number };

export type Attempt<Value, Reason extends string, Wait> = {
  readonly prove: () => Promise<Outcome<Value, Refusal<Reason>>>;
  /** The refusal reasons that count as failures. */
  readonly failures: readonly string[];
  /** Makes the answer for a caller who has to wait. */
  readonly reportWait: (milliseconds: number) => Wait;
};

/** The counters of an attempt, and the puzzle solution that came with it. */
export type Try = {
  readonly by: readonly (CountedBy | CostedBy | SparesBy | FirstBy)[];
  /** The solution's cost and id. */
  readonly paid?: { readonly cost: number; readonly id: string } | null;
  /** The name of what is proved. After an earlier success, the puzzle is a plain one at most; see `applies`. */
  readonly known?: string;
};

/** Whether an attempt may run: only where `counted` is not null. Pass `counted` to `takeBack` to undo the count. */
export type Counted = {
  readonly waitMs: number;
  /** The cost of the required puzzle, in plain puzzles. */
  readonly cost: number;
  readonly cause: string;
  /** Milliseconds until no puzzle is required. */
  readonly freeInMs: number;
  readonly counted: readonly CountedKey[] | null;
};

/** The state of one counter after an attempt was counted under it; for `takeBack` also the state before. */
type CountedKey = {
  readonly key: string;
  /** Of a paced counter: the free attempts that are used up. */
  readonly tries: number;
  readonly at: string;
};

/** Counts failures across all processes on one database, and imposes a wait after too many. */
export type AttemptCounter = {
  /**
   * Runs a proof, unless one of the counters imposes a wait. The attempt counts before the proof runs, so concurrent
   * attempts all count, in any process. A proof that is no failure, or that throws, is taken back.
   * Within one process, proofs that share a counter run one after the other. So a correct attempt in progress does not
   * make others wait.
   *
   * @param from the network and what is proved: after a success there, its failures are counted apart for a day
   * @returns the proof's outcome, or what `reportWait` makes
   */
  attempt<Value, Reason extends string, Wait>(
    by: readonly CountedBy[],
    attempt: Attempt<Value, Reason, Wait>,
    from?: { readonly network: string; readonly proves: string },
  ): Promise<Outcome<Value, Refusal<Reason>> | Wait>;
  /** Counts an attempt for good and returns 0. After too many, counts nothing and returns the milliseconds to wait. */
  count(by: readonly CountedBy[]): Promise<number>;
  /** Counts an attempt before it runs. */
  begin(one: Try): Promise<Counted>;
  /** The state of a counter among those of an attempt; undefined if the attempt was not counted. */
  stateOf(counted: Counted["counted"], by: Pick<CountedBy, "kind" | "value">): CountedKey | undefined;
  /** Undoes the count of an attempt. With `known`, also stores that it was right. */
  takeBack(counted: unknown, known?: string): Promise<void>;
  /** The queue in which proofs that share a narrow counter run one by one. */
  readonly queue: KeyedQueue;
};

/** Half of a SHA-256: long enough that two values never share a counter. */
const KEY_BYTES = 16;
/** Queue length per key. Beyond it, attempts run at once and count as failures until proved right. */
const MAX_WAITING = 100;
/** The longest memory of any policy. */
const FORGET_AFTER_HOURS = 24;
/** The counter of a used solution. A day is longer than any puzzle is valid. */
const SOLUTION = { free: 0, first_wait_ms: 0, longest_wait_ms: 0, forget_after_ms: DAY_MS, from_first: false };
/** A counter that asks for nothing. */
const NO_WAIT = { free: 0, first_wait_ms: 0, longest_wait_ms: 0 };

/** The database key of a counter: an HMAC in hexadecimal. */
export function counterKeys(secret: Uint8Array): (kind: string, value: string) => string {
  const hashKey = deriveKey(secret, "guess-tally/1");
  return (kind, value) => {
    const key = createHmac("sha256", hashKey).update(`${kind}\0${value}`, "utf8").digest("hex");
    return key.slice(0, 2 * KEY_BYTES);
  };
}

/** @param secret the site's secret: sites that share it and the database share their counters */
export function createAttemptCounter(db: Database, secret: Uint8Array): AttemptCounter {
  const keyOf = counterKeys(secret);
  const queue = createKeyedQueue(MAX_WAITING);

  function toRecord(by: CountedBy | CostedBy | SparesBy | FirstBy) {
    const key = keyOf(by.kind, by.value);
    if ("firstInMs" in by) return { key, ...NO_WAIT, forget_after_ms: by.firstInMs, from_first: true };
    const counter = { key, applies: by.applies };
    if ("spares" in by) {
      const { free, windowMs } = by.spares;
      return { ...counter, spares: true, free, forget_after_ms: windowMs, from_first: true, paced: by.paced };
    }
    if ("hardest" in by) {
      const { policy, hardest, cause, spared, freeIfKnown, onceBy, paced } = by;
      const limits = { free: policy.free, doubles_after: policy.doublesAfter, hardest };
      const once = onceBy && { once_by: keyOf(onceBy.kind, onceBy.value) };
      const exempt = { spared, free_if_known: freeIfKnown, paced };
      return { ...counter, ...limits, ...once, ...exempt, cause, forget_after_ms: policy.windowMs, from_first: true };
    }
    const { policy, cause = "waits" } = by;
    return {
      ...counter,
      cause,
      free: policy.free,
      first_wait_ms: policy.firstWaitMs,
      longest_wait_ms: policy.longestWaitMs,
      forget_after_ms: policy.forgetAfterMs,
      from_first: policy.fromFirst ?? false,
    };
  }

  async function begin({ by, paid, known }: Try): Promise<Counted> {
    const solution = paid ? keyOf("solution", paid.id) : null;
    const asked = JSON.stringify([...by.map(toRecord), ...(solution ? [{ key: solution, ...SOLUTION }] : [])]);
    const knownKey = known === undefined ? null : keyOf("known", known);
    const { rows } = await inStatement(db, (statement) =>
      sql<Counted>`select wait_ms, cost, cause, free_in_ms, counted
        from count_try(${asked}::jsonb, ${paid?.cost ?? 0}, ${solution}, ${knownKey})`.execute(statement),
    );
    const [row] = rows;
    if (!row) throw new Error("count_try answered nothing.");
    return row;
  }

  async function takeBack(counted: unknown, known?: string): Promise<void> {
    const json = JSON.stringify(counted);
    const key = known === undefined ? null : keyOf("known", known);
    await inStatement(db, (statement) => sql`select take_back_try(${json}::jsonb, ${key})`.execute(statement));
  }

  return {
    queue,
    begin,
    takeBack,
    stateOf: (counted, { kind, value }) => counted?.find(({ key }) => key === keyOf(kind, value)),
    attempt(by, attempt, from) {
      const known = from && `${from.proves}\0${from.network}`;
      return queue.run(by.map(queueKeyOf), async () => {
        const apart = from ? by.flatMap((wait) => apartForKnown(wait, from.network)) : by;
        const { waitMs, counted } = await begin({ by: apart, ...(known !== undefined && { known }) });
        if (waitMs > 0) return attempt.reportWait(waitMs);
        return proveCounted(attempt, async ({ failed, right }) => {
          if (!failed) await takeBack(counted, right ? known : undefined);
        });
      });
    },
    async count(by) {
      return (await begin({ by })).waitMs;
    },
  };
}

/**
 * Runs a proof whose attempt is already counted.
 *
 * @param settle called with the result before this returns; a proof that throws is neither failed nor right
 * @throws what `prove` throws
 */
export async function proveCounted<Value, Reason extends string>(
  { prove, failures }: Pick<Attempt<Value, Reason, unknown>, "prove" | "failures">,
  settle: (proof: { readonly failed: boolean; readonly right: boolean }) => Promise<void>,
): Promise<Outcome<Value, Refusal<Reason>>> {
  let proof = { failed: false, right: false };
  try {
    const outcome = await prove();
    proof = { failed: !outcome.ok && failures.includes(outcome.refusal.reason), right: outcome.ok };
    return outcome;
  } finally {
    await settle(proof);
  }
}

/**
 * A counter that counts apart for a network where the proof succeeded lately, so that others' failures do not delay it.
 */
export function apartForKnown<By extends CountedBy | CostedBy>(by: By, network: string): By[] {
  const own = { ...by, kind: `${by.kind}, known`, value: `${by.value}\0${network}` };
  return [
    { ...by, applies: "strangers" },
    { ...own, applies: "known" },
  ];
}

/** The queue key of one counter. */
export function queueKeyOf({ kind, value }: Pick<CountedBy, "kind" | "value">): string {
  return `${kind}\0${value}`;
}

/** For load tests only: nobody ever waits. */
export const NO_ATTEMPT_COUNTER: AttemptCounter = {
  attempt: (_by, { prove }) => prove(),
  count: () => Promise.resolve(0),
  begin: () => Promise.resolve({ waitMs: 0, cost: 0, cause: "", freeInMs: 0, counted: [] }),
  stateOf: () => undefined,
  takeBack: () => Promise.resolve(),
  queue: { run: (_keys, work) => work() },
};

/** The hourly job that deletes counters which every policy has forgotten. */
export function attemptCleanup(db: Database): Job {
  const before = sql<Date>`now() - make_interval(hours => ${FORGET_AFTER_HOURS})`;
  return {
    name: "tidy-guesses",
    cron: "20 * * * *",
    retries: { times: 3, firstSeconds: 60, longestSeconds: 600 },
    expireSeconds: 600,
    async run() {
      await inStatement(db, (statement) =>
        statement.deleteFrom("guessTallies").where("at", "<", before).where("usedAt", "<", before).execute(),
      );
      return accept(undefined);
    },
  };
}
