import { NO_LOCK_OUTS, type OnLockOut } from "#src/access/audit/lock-outs.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { MessageKey, Refusal } from "#src/base/refusal.ts";
import { type AttemptCounter, apartForKnown, type CountedBy } from "#src/rate-limits/attempt-counter.ts";
import { inWindow, PER_ACCOUNT } from "#src/rate-limits/backoff.ts";
import { networkOf } from "#src/rate-limits/network.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { type ActionPolicy, knownAs, type StrangersLimits } from "#src/rate-limits/strangers-limits.ts";

export type WaitRefusal = Refusal<"too-many-requests">;

/**
 * The network limit allows for the forgotten passwords of a town behind one carrier's address. After many failures
 * there, it asks for puzzles. The site limit is what the users of a large site mistype in an hour.
 */
export const PASSWORDS = {
  action: "password",
  network: { free: 10, windowMs: 3_600_000, doublesAfter: 10 },
  site: { free: 200, windowMs: 3_600_000, doublesAfter: 200 },
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
   * Counts a request for a mail, whether the account exists or not. Resets are counted apart from verifications. Where the
   * right password was given within a day, what others ask for uses up nothing.
   */
  countMail(who: {
    readonly address: string;
    readonly email: string;
    readonly what: "reset" | "verification";
  }): Promise<Refused<WaitRefusal> | null>;
};

const HOUR_MS = 3_600_000;

/** Per network: enough for a school class at once, too few for a machine that checks thousands of addresses. */
const REGISTRATIONS = inWindow(40, HOUR_MS);
/** Per network: a class may also forget its passwords. */
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
      const tellToWait = async (wait: number) => {
        await onLockOut({ what: "password", email: account });
        return tooMany("tooManyPasswords", wait);
      };
      return limits.attempt(action, solution, { prove, failures: ["sign-in-failed", "password-wrong"], tellToWait });
    },
    async attemptCode(userId, prove, address) {
      const by = [{ policy: PER_ACCOUNT, kind: "second factor by account", value: userId }];
      const failures = ["second-code-wrong"];
      const tellToWait = async (wait: number) => {
        await onLockOut({ what: "second-factor", userId });
        return tooMany("tooManySecondCodes", wait);
      };
      const from =
        address === undefined ? undefined : { network: networkOf(address), proves: `second factor\0${userId}` };
      return counter.attempt(by, { prove, failures, tellToWait }, from);
    },
    countRegistration(address) {
      const by = { policy: REGISTRATIONS, kind: "registration by network", value: networkOf(address) };
      return count("tooManyRegistrations", [by]);
    },
    async countMail({ address, email, what }) {
      const [network, value] = [networkOf(address), accountOf(email)];
      const perAccount = [
        { policy: MAILS_TO_ACCOUNT.hour, kind: `${what} by account and hour`, value },
        { policy: MAILS_TO_ACCOUNT.day, kind: `${what} by account and day`, value },
      ];
      const { waitMs } = await counter.begin({
        by: [
          { policy: MAILS_OF_NETWORK, kind: "mail by network", value: network },
          ...perAccount.flatMap((by) => apartForKnown(by, network)),
        ],
        known: knownAs(PASSWORDS, network, value),
      });
      return waitMs > 0 ? tooMany("tooManyMails", waitMs) : null;
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
