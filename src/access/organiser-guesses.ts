import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Message, Refusal } from "#src/base/refusal.ts";
import type { GuessRefusal } from "./guess-limit.ts";
import { PER_ADDRESS, PER_SUBJECT } from "./guess-policy.ts";
import { createTally } from "./guess-tally.ts";
import { networkOf } from "./network.ts";

/** Slows down whoever tries access codes, by where they are and by what they try to open. */
export type OrganiserGuesses = {
  /**
   * Runs a proof unless this address, or this raffle or event, has seen too many wrong codes. The try counts from before the
   * look-up, so that many at once are many tries; a proof that is not wrong is taken back.
   *
   * @param prove the comparison; a refusal with the reason `access-code-mismatch` is a miss
   */
  attempt<Value, Reason extends string>(
    who: { readonly address: string; readonly subjectId: string },
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
  ): Promise<Outcome<Value, Refusal<Reason> | GuessRefusal>>;
};

/** @param enabled false only for load tests */
export function createOrganiserGuesses(enabled: boolean, now: () => number = Date.now): OrganiserGuesses {
  const addresses = createTally(PER_ADDRESS, now);
  const subjects = createTally(PER_SUBJECT, now);
  return {
    async attempt({ address, subjectId }, prove) {
      if (!enabled) return prove();
      const network = networkOf(address);
      const wait = Math.max(addresses.waitOf(network), subjects.waitOf(subjectId));
      if (wait > 0) return tooMany(wait);
      const takeBack = [addresses.count(network), subjects.count(subjectId)];
      let missed = false;
      try {
        const outcome = await prove();
        missed = !outcome.ok && outcome.refusal.reason === "access-code-mismatch";
        return outcome;
      } finally {
        if (!missed) for (const undo of takeBack) undo();
      }
    },
  };
}

function tooMany(milliseconds: number): Refused<GuessRefusal> {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const message: Message =
    seconds > 90
      ? { key: "tooManyCodesMinutes", params: { seconds, minutes: Math.ceil(seconds / 60) } }
      : { key: "tooManyCodes", params: { seconds } };
  return refuse({ reason: "too-many-requests", fields: { accessCode: [message] } });
}
