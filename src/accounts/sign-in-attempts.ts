import { NO_LOCK_OUTS, type OnLockOut } from "#src/access/audit/lock-outs.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import { DAY_MS, HOUR_MS } from "#src/base/clock.ts";
import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { MessageKey, Refusal } from "#src/base/refusal.ts";
import type { AttemptCounter, CountedBy } from "#src/rate-limits/attempt-counter.ts";
import { inWindow, PER_ACCOUNT } from "#src/rate-limits/backoff.ts";
import { networkOf } from "#src/rate-limits/network.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import { RESET_MAILS } from "./limits.ts";

export type WaitRefusal = Refusal<"too-many-requests">;

/**
 * The network limit allows for the forgotten passwords of a town behind one carrier's address. After many failures
 * there, it asks for puzzles. The site limit is what the users of a large site mistype in an hour.
 */
export const PASSWORDS = {
  action: "password",
  network: { free: 10, windowMs: HOUR_MS, doublesAfter: 10 },
  site: { free: 200, windowMs: HOUR_MS, doublesAfter: 200 },
} as const satisfies ActionPolicy;

/**
 * Requests for a new password. Past a mailbox's own each costs a puzzle, and nobody is refused: strangers can ask in
 * anybody's name. A puzzle takes a phone some seconds at most. The network limit allows for a class that forgot its
 * own.
 */
const RESETS = {
  action: "new password",
  network: { free: 40, windowMs: HOUR_MS, doublesAfter: 40 },
  subject: { free: RESET_MAILS.freeADay, windowMs: DAY_MS, doublesAfter: 1 },
  // What the users of a large site forget in an hour. Beyond it each mail of a flood costs more.
  site: { free: 200, windowMs: HOUR_MS, doublesAfter: 200 },
  hardest: 16,
} as const satisfies ActionPolicy;

/**
 * Rate limits for password attempts (per network, site and account), for registrations, and for mails to an address.
 */
export type SignInAttempts = {
  /**
   * Runs a proof. After too many wrong passwords for this account, refuses with `too-many-requests`. After many from
   * this network or on the whole site, refuses with `challenge-required` unless a puzzle is solved. The attempt counts
   * before the look-up, so concurrent attempts all count. A proof that is not wrong is taken back. Where the right
   * password was given within a day, only that network's own failures make it wait.
   *
   * @param who `email` as typed; addresses without an account are counted in the same way
   * @param prove the look-up; the refusals `sign-in-failed` and `password-wrong` count as failures
   */
  attempt<Value, Reason extends string>(
    who: Prover & { readonly email: string },
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
  ): Promise<Outcome<Value, Refusal<Reason> | WaitRefusal | ChallengeRefusal>>;
  /**
   * Runs the proof of a second factor. After too many wrong codes for this account, refuses with `too-many-requests`.
   * Does not count by network, because the client has already proved the password.
   *
   * @param address where a success is remembered for a day, so that failures from elsewhere delay nobody there
   * @param prove a refusal with the reason `second-code-wrong` counts as a failure
   */
  attemptCode<Value, Reason extends string>(
    userId: string,
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
    address?: string,
  ): Promise<Outcome<Value, Refusal<Reason> | WaitRefusal>>;
  /** Counts a registration, successful or not: each costs work, and reveals whether an e-mail is in use. */
  countRegistration(address: string): Promise<Refused<WaitRefusal> | null>;
  /**
   * Counts a request for a new password, whether the account exists or not. Past the account's day it refuses with
   * `challenge-required`. Where the right password was given within a day, what others ask for costs nothing.
   */
  countReset(who: Prover & { readonly email: string }): Promise<Outcome<void, ChallengeRefusal>>;
  /** Counts a request to verify the account's own address. */
  countVerification(who: { readonly address: string; readonly email: string }): Promise<Refused<WaitRefusal> | null>;
};

/** Per network: enough for a school class at once, too few for a machine that checks thousands of addresses. */
const REGISTRATIONS = inWindow(40, HOUR_MS);
/** Per network: a class may ask for its mails once more. */
const MAILS_OF_NETWORK = inWindow(40, HOUR_MS);
/** Per account: one mail may be lost and one overlooked. More would only fill a stranger's mailbox. */
const MAILS_TO_ACCOUNT = { hour: inWindow(3, HOUR_MS), day: inWindow(5, 24 * HOUR_MS) };

/** Limits password attempts, registrations and requested mails. */
export function createSignInAttempts(
  counter: AttemptCounter,
  limits: StrangersLimits,
  onLockOut: OnLockOut = NO_LOCK_OUTS,
): SignInAttempts {
  async function count(sentence: MessageKey, by: readonly CountedBy[]): Promise<Refused<WaitRefusal> | null> {
    const wait = await counter.count(by);
    return wait > 0 ? tooMany(sentence, wait) : null;
  }

  return {
    async attempt({ address, solution, email }, prove) {
      const account = accountOf(email);
      const waits = [{ policy: PER_ACCOUNT, kind: "password by account", value: account }];
      const action = { policy: PASSWORDS, address, bound: { account }, waits, remembers: account };
      const reportWait = async (wait: number) => {
        await onLockOut({ what: "password", email: account });
        return tooMany("tooManyPasswords", wait);
      };
      return limits.attempt(action, solution, { prove, failures: ["sign-in-failed", "password-wrong"], reportWait });
    },
    async attemptCode(userId, prove, address) {
      const by = [{ policy: PER_ACCOUNT, kind: "second factor by account", value: userId }];
      const failures = ["second-code-wrong"];
      const reportWait = async (wait: number) => {
        await onLockOut({ what: "second-factor", userId });
        return tooMany("tooManySecondCodes", wait);
      };
      const from =
        address === undefined ? undefined : { network: networkOf(address), proves: `second factor\0${userId}` };
      return counter.attempt(by, { prove, failures, reportWait }, from);
    },
    countRegistration(address) {
      const by = { policy: REGISTRATIONS, kind: "registration by network", value: networkOf(address) };
      return count("tooManyRegistrations", [by]);
    },
    countReset({ address, solution, email }) {
      const account = accountOf(email);
      const knownBy = { policy: PASSWORDS, remembers: account };
      return limits.admit({ policy: RESETS, address, subjects: [account], bound: { account }, knownBy }, solution);
    },
    countVerification({ address, email }) {
      const value = accountOf(email);
      return count("tooManyMails", [
        { policy: MAILS_OF_NETWORK, kind: "mail by network", value: networkOf(address) },
        { policy: MAILS_TO_ACCOUNT.hour, kind: "verification by account and hour", value },
        { policy: MAILS_TO_ACCOUNT.day, kind: "verification by account and day", value },
      ]);
    },
  };
}

function accountOf(email: string): string {
  return email.trim().toLowerCase();
}

function tooMany(sentence: MessageKey, milliseconds: number): Refused<WaitRefusal> {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refuse({ reason: "too-many-requests", fields: { form: [{ key: sentence, params: { seconds } }] } });
}
