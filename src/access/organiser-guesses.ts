import { type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Message, Refusal } from "#src/base/refusal.ts";
import type { GuessRefusal } from "./guess-limit.ts";
import { type GuessPolicy, PER_ADDRESS, PER_SUBJECT, waitAfter } from "./guess-policy.ts";
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

type Misses = { tries: number; lastAt: number; blockedUntil: number };

/** When so many are remembered, those that are forgiven by now are dropped. */
const SWEEP_AT = 10_000;

function createTally(policy: GuessPolicy, now: () => number) {
  const misses = new Map<string, Misses>();
  let sweepAt = SWEEP_AT;

  function isForgiven({ tries, lastAt }: Misses): boolean {
    return tries <= 0 || now() - lastAt >= policy.forgetAfterMs;
  }

  function sweep(): void {
    if (misses.size < sweepAt) return;
    for (const [key, one] of misses) if (isForgiven(one)) misses.delete(key);
    sweepAt = Math.max(SWEEP_AT, misses.size * 2);
  }

  return {
    /** Milliseconds until another try may be made. */
    waitOf(key: string): number {
      return Math.max(0, (misses.get(key)?.blockedUntil ?? 0) - now());
    },
    /** Counts a try as a miss; answers what takes it back. */
    count(key: string): () => void {
      sweep();
      let one = misses.get(key);
      if (!one || isForgiven(one)) {
        one = { tries: 0, lastAt: 0, blockedUntil: 0 };
        misses.set(key, one);
      }
      const before = { ...one };
      const counted = one;
      counted.tries += 1;
      counted.lastAt = now();
      const blockedUntil = counted.lastAt + waitAfter(policy, counted.tries);
      counted.blockedUntil = blockedUntil;
      return () => {
        counted.tries -= 1;
        // What another try has set in the meantime stands.
        if (counted.blockedUntil === blockedUntil) counted.blockedUntil = before.blockedUntil;
      };
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
