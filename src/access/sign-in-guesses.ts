import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Message, Refusal } from "#src/base/refusal.ts";
import { inWindow, PER_ACCOUNT, PER_ADDRESS } from "./guess-policy.ts";
import type { CountedBy, GuessTally } from "./guess-tally.ts";
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

const HOUR_MS = 3_600_000;

/** A class with a teacher may register at once; a machine that asks for thousands of addresses may not. */
const REGISTRATIONS = inWindow(40, HOUR_MS);
/** As many people may have forgotten their passwords. */
const MAILS_OF_NETWORK = inWindow(40, HOUR_MS);
/** One may be lost, and another be looked for in the wrong folder; more would only fill somebody's mailbox. */
const MAILS_TO_ACCOUNT = inWindow(3, HOUR_MS);

/** Limits the tries of passwords, registrations, and mails that are asked for. */
export function createSignInGuesses(tally: GuessTally): SignInGuesses {
  async function count(sentence: string, by: readonly CountedBy[]): Promise<Refused<WaitRefusal> | null> {
    const wait = await tally.count(by);
    return wait > 0 ? tooMany(sentence, wait) : null;
  }

  return {
    attempt({ address, email }, prove) {
      const by = [
        { policy: PER_ADDRESS, kind: "password by network", value: networkOf(address) },
        { policy: PER_ACCOUNT, kind: "password by account", value: accountOf(email) },
      ];
      const misses = ["sign-in-failed", "password-wrong"];
      return tally.attempt(by, { prove, misses, tellToWait: (wait) => tooMany("tooManyPasswords", wait) });
    },
    countRegistration(address) {
      const by = { policy: REGISTRATIONS, kind: "registration by network", value: networkOf(address) };
      return count("tooManyRegistrations", [by]);
    },
    countMail({ address, email }) {
      return count("tooManyMails", [
        { policy: MAILS_OF_NETWORK, kind: "mail by network", value: networkOf(address) },
        { policy: MAILS_TO_ACCOUNT, kind: "mail by account", value: accountOf(email) },
      ]);
    },
  };
}

function accountOf(email: string): string {
  return email.trim().toLowerCase();
}

function tooMany(sentence: string, milliseconds: number): Refused<WaitRefusal> {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const message: Message =
    seconds > 90
      ? { key: `${sentence}Minutes`, params: { seconds, minutes: Math.ceil(seconds / 60) } }
      : { key: sentence, params: { seconds } };
  return refuse({ reason: "too-many-requests", fields: { form: [message] } });
}
