import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Message, Refusal } from "#src/base/refusal.ts";
import { PER_ACCOUNT, PER_ADDRESS } from "./guess-policy.ts";
import { createTally } from "./guess-tally.ts";
import { networkOf } from "./network.ts";

export type WaitRefusal = Refusal<"too-many-requests">;

/**
 * Slows down whoever tries passwords, by where they are and by whose they try; who makes accounts by the dozen; and who
 * has mails sent to others.
 */
export type SignInGuesses = {
  /**
   * Runs a proof unless this address or this account has seen too many wrong passwords. The try counts from before the
   * look-up, so that many at once are many tries; a proof that is not wrong is taken back.
   *
   * @param who `email` as typed: whether there is such an account makes no difference
   * @param prove the look-up; a refusal with the reason `sign-in-failed` or `password-wrong` is a miss
   */
  attempt<Value, Reason extends string>(
    who: { readonly address: string; readonly email: string },
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
  ): Promise<Outcome<Value, Refusal<Reason> | WaitRefusal>>;
  /** Counts a registration from an address, answered or not: each costs work, and tells whether an address is taken. */
  countRegistration(address: string): Promise<Refused<WaitRefusal> | null>;
  /** Counts a mail that somebody asks for, whether there is such an account or not. */
  countMail(who: { readonly address: string; readonly email: string }): Promise<Refused<WaitRefusal> | null>;
};

/** A class with a teacher may register at once; a machine that asks for thousands of addresses may not. */
const REGISTRATIONS = 40;
/** As many people may have forgotten their passwords. */
const MAILS_OF_NETWORK = 40;
/** One may be lost, and another be looked for in the wrong folder; more would only fill somebody's mailbox. */
const MAILS_TO_ACCOUNT = 3;
const WINDOW_SECONDS = 3600;

/** @param enabled false only for load tests */
export function createSignInGuesses(enabled: boolean, now: () => number = Date.now): SignInGuesses {
  const addresses = createTally(PER_ADDRESS, now);
  const accounts = createTally(PER_ACCOUNT, now);
  const registrations = anHour(REGISTRATIONS);
  const mailsOfNetwork = anHour(MAILS_OF_NETWORK);
  const mailsToAccount = anHour(MAILS_TO_ACCOUNT);
  return {
    async attempt({ address, email }, prove) {
      if (!enabled) return prove();
      const network = networkOf(address);
      const account = email.trim().toLowerCase();
      const wait = Math.max(addresses.waitOf(network), accounts.waitOf(account));
      if (wait > 0) return tooMany("tooManyPasswords", wait);
      const takeBack = [addresses.count(network), accounts.count(account)];
      let missed = false;
      try {
        const outcome = await prove();
        missed = !outcome.ok && ["sign-in-failed", "password-wrong"].includes(outcome.refusal.reason);
        return outcome;
      } finally {
        if (!missed) for (const undo of takeBack) undo();
      }
    },
    async countRegistration(address) {
      return enabled ? count("tooManyRegistrations", [[registrations, networkOf(address)]]) : null;
    },
    async countMail({ address, email }) {
      if (!enabled) return null;
      return count("tooManyMails", [
        [mailsOfNetwork, networkOf(address)],
        [mailsToAccount, email.trim().toLowerCase()],
      ]);
    },
  };
}

function anHour(points: number): RateLimiterAbstract {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

async function count(
  sentence: string,
  limits: readonly (readonly [RateLimiterAbstract, string])[],
): Promise<Refused<WaitRefusal> | null> {
  try {
    for (const [limit, key] of limits) await limit.consume(key);
    return null;
  } catch (left) {
    if (left instanceof RateLimiterRes) return tooMany(sentence, left.msBeforeNext);
    throw left;
  }
}

function tooMany(sentence: string, milliseconds: number): Refused<WaitRefusal> {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const message: Message =
    seconds > 90
      ? { key: `${sentence}Minutes`, params: { seconds, minutes: Math.ceil(seconds / 60) } }
      : { key: sentence, params: { seconds } };
  return refuse({ reason: "too-many-requests", fields: { form: [message] } });
}
