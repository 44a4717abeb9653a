import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Message, Refusal } from "#src/base/refusal.ts";
import type { GuessRefusal } from "./guess-limit.ts";
import { PER_ADDRESS, PER_SUBJECT } from "./guess-policy.ts";
import type { GuessTally } from "./guess-tally.ts";
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

/** Limits the tries of access codes. */
export function createOrganiserGuesses(tally: GuessTally): OrganiserGuesses {
  return {
    attempt({ address, subjectId }, prove) {
      const by = [
        { policy: PER_ADDRESS, kind: "access code by network", value: networkOf(address) },
        { policy: PER_SUBJECT, kind: "access code by subject", value: subjectId },
      ];
      return tally.attempt(by, { prove, misses: ["access-code-mismatch"], tellToWait });
    },
  };
}

function tellToWait(milliseconds: number): Refused<GuessRefusal> {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const message: Message =
    seconds > 90
      ? { key: "tooManyCodesMinutes", params: { seconds, minutes: Math.ceil(seconds / 60) } }
      : { key: "tooManyCodes", params: { seconds } };
  return refuse({ reason: "too-many-requests", fields: { accessCode: [message] } });
}
