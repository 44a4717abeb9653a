import { NO_LOCK_OUTS, type OnLockOut } from "#src/access/audit/lock-outs.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import { DAY_MS, HOUR_MS } from "#src/base/clock.ts";
import { accept, type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { MessageKey, Refusal } from "#src/base/refusal.ts";
import type { AttemptCounter } from "#src/rate-limits/attempt-counter.ts";
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
 * Registrations, successful or not. Each costs a hash, and reveals whether an e-mail is in use. A school class
 * registers freely at once, and so do four classes in one /24, /56 or /48. Only organisers need accounts, so a site
 * seldom gets 300 an hour. Past a limit a browser solves puzzles, so a town behind one IPv4 address is never shut out.
 */
const REGISTRATIONS = {
  action: "registration",
  network: { free: 40, windowMs: HOUR_MS, doublesAfter: 20 },
  wider: { free: 160, windowMs: HOUR_MS, doublesAfter: 80 },
  site: { free: 300, windowMs: HOUR_MS, doublesAfter: 100 },
} as const satisfies ActionPolicy;

/**
 * Mails that verify an address. Their limits are those of registrations, since anybody who registers can ask for them.
 * They take the password's puzzle, because the form of a new address first proves the password.
 */
const VERIFICATIONS = {
  ...REGISTRATIONS,
  action: "verification mail",
  solvedAs: PASSWORDS.action,
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
  /** Counts a registration, successful or not. Past the limits it refuses with `challenge-required`. */
  countRegistration(who: Prover): Promise<Outcome<void, ChallengeRefusal>>;
  /**
   * Counts a request for a new password, whether the account exists or not. Past the account's day it refuses with
   * `challenge-required`. Where the right password was given within a day, what others ask for costs nothing.
   */
  countReset(who: Prover & { readonly email: string }): Promise<Outcome<void, ChallengeRefusal>>;
  /**
   * Counts a request for a mail that verifies an address. Refuses with `challenge-required` past the limits of networks
   * and site, and with `too-many-requests` past those of the address.
   *
   * @param who `account` is the present address of the account that asks, and `email` the address to verify
   */
  countVerification(
    who: Prover & { readonly account: string; readonly email: string },
  ): Promise<Outcome<void, ChallengeRefusal | WaitRefusal>>;
};

/** Per account: one mail may be lost and one overlooked. More would only fill a stranger's mailbox. */
const MAILS_TO_ACCOUNT = { hour: inWindow(3, HOUR_MS), day: inWindow(5, 24 * HOUR_MS) };

/** Limits password attempts, registrations and requested mails. */
export function createSignInAttempts(
  counter: AttemptCounter,
  limits: StrangersLimits,
  onLockOut: OnLockOut = NO_LOCK_OUTS,
): SignInAttempts {
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
    countRegistration({ address, solution }) {
      return limits.admit({ policy: REGISTRATIONS, address }, solution);
    },
    countReset({ address, solution, email }) {
      const account = accountOf(email);
      const knownBy = { policy: PASSWORDS, remembers: account };
      return limits.admit({ policy: RESETS, address, subjects: [account], bound: { account }, knownBy }, solution);
    },
    async countVerification({ address, solution, account, email }) {
      const bound = { account: accountOf(account) };
      const admitted = await limits.admit({ policy: VERIFICATIONS, address, bound }, solution);
      if (!admitted.ok) return admitted;
      const value = accountOf(email);
      const wait = await counter.count([
        { policy: MAILS_TO_ACCOUNT.hour, kind: "verification by account and hour", value },
        { policy: MAILS_TO_ACCOUNT.day, kind: "verification by account and day", value },
      ]);
      return wait > 0 ? tooMany("tooManyMails", wait) : accept(undefined);
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
