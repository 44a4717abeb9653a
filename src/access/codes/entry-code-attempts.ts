import { DAY_MS, HOUR_MS } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy, StrangersLimits } from "#src/rate-limits/strangers-limits.ts";

/** For a million entries with codes of 24 letters, where one hit takes 110,075 attempts. */
const GUESSES_AT_ENTRIES = { free: 15, windowMs: 6 * HOUR_MS, doublesAfter: 4 };

/**
 * A /24 or /48 has so many wrong codes, and the whole site so many such networks that were wrong. So guessing from one
 * network makes nobody else's search dearer. attack-cost.test.ts computes what an attack costs.
 */
export const ENTRY_CODES = {
  action: "entry code",
  network: GUESSES_AT_ENTRIES,
  wider: GUESSES_AT_ENTRIES,
  site: GUESSES_AT_ENTRIES,
  siteCounts: "networks",
  hardest: 256,
} as const satisfies ActionPolicy;

/**
 * Limits attempts at the phone or e-mail of an entry whose code is known. The mask leaves 100,000 numbers, so ten a day
 * are free per entry. People mistype these more often than codes. Separate counters keep code searches free of puzzles.
 * attack-cost.test.ts computes the cost for one entry, and for one of very many.
 */
export const ENTRY_CONTACTS = {
  action: "entry contact",
  // One request proves the code and then the contact, with one solution.
  solvedAs: ENTRY_CODES.action,
  network: { free: 40, windowMs: 300_000, doublesAfter: 40 },
  subject: { free: 10, windowMs: DAY_MS, doublesAfter: 2 },
  site: { free: 200, windowMs: 6 * HOUR_MS, doublesAfter: 50 },
  hardest: 256,
} as const satisfies ActionPolicy;

/** The visitor of a proof: the address that attempts are counted by, and the puzzle solution, if one was sent. */
export type Prover = { readonly address: string; readonly solution?: string | undefined };

/** Rate limits for guessing entry codes and contacts. Only failures count. */
export type EntryCodeAttempts = {
  /**
   * Runs a proof for a visitor. After too many recent failures, refuses with `challenge-required` unless a puzzle for
   * this code is solved.
   *
   * @param prove the look-up; a refusal with the reason `entry-not-found` counts as a failure
   */
  attempt<Value, Reason extends string>(
    who: Prover & { readonly entryCode: string },
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
  ): Promise<Outcome<Value, Refusal<Reason> | ChallengeRefusal>>;
  /**
   * The same for the phone or e-mail of an entry. Counts by the entry's code, whether or not there is such an entry: so
   * the limit says nothing of which codes exist.
   *
   * @param prove the comparison; a refusal with the reason `contact-mismatch` counts as a failure
   */
  attemptContact<Value, Reason extends string>(
    who: Prover & { readonly entryCode: string },
    prove: () => Promise<Outcome<Value, Refusal<Reason>>>,
  ): Promise<Outcome<Value, Refusal<Reason> | ChallengeRefusal>>;
  /**
   * Looks several codes up for a visitor, as if each were tried in turn on an entry's page. Each that is not found
   * counts as a failure. Where one of them would cost a puzzle there, all are refused with `too-many-requests`, also
   * those that exist: the answer says nothing of any of them.
   *
   * @param codes names of codes; what `find` does not have is wrong
   */
  attemptAll<Found>(
    address: string,
    codes: readonly string[],
    find: () => Promise<ReadonlyMap<string, Found>>,
  ): Promise<Outcome<ReadonlyMap<string, Found>, Refusal<"too-many-requests">>>;
  /** Counts a failure found in another way: an entry was sent with a code that belongs to another entry. */
  countFailure(address: string): Promise<void>;
};

/** Limits attempts at entry codes and contacts. */
export function createEntryCodeAttempts(limits: StrangersLimits): EntryCodeAttempts {
  return {
    attempt({ address, solution, entryCode }, prove) {
      const action = { policy: ENTRY_CODES, address, bound: { entryCode }, remembers: entryCode };
      return limits.attempt(action, solution, { prove, failures: ["entry-not-found"], reportWait: neverReportWait });
    },
    attemptContact({ address, solution, entryCode }, prove) {
      const action = { policy: ENTRY_CONTACTS, address, subjects: [entryCode], bound: { entryCode } };
      return limits.attempt(action, solution, { prove, failures: ["contact-mismatch"], reportWait: neverReportWait });
    },
    async attemptAll(address, codes, find) {
      const found = await find();
      // A right code needs a free try and leaves it to the next code, so only the last one is tried. None is a known
      // proof (`remembers`): a right one would spare a guess beside it what the whole site is asked.
      for (const code of codes.filter((one, at) => !found.has(one) || at === codes.length - 1)) {
        const action = { policy: ENTRY_CODES, address, bound: { entryCode: code } };
        const tried = await limits.attempt(action, undefined, {
          prove: async () => (found.has(code) ? accept(undefined) : refuse({ reason: "entry-not-found" })),
          failures: ["entry-not-found"],
          reportWait: neverReportWait,
        });
        if (!tried.ok && "challenge" in tried.refusal) return tooMany(tried.refusal);
      }
      return accept(found);
    },
    countFailure: (address) => limits.countFailure({ policy: ENTRY_CODES, address }),
  };
}

function neverReportWait(): never {
  throw new Error("No counter of an entry makes wait.");
}

/** Without the puzzle: it would name the code that it is for. */
function tooMany({ seconds }: ChallengeRefusal) {
  const message = { key: "tooManyRequests", params: { seconds: seconds ?? 1 } } as const;
  return refuse({ reason: "too-many-requests", fields: { "": [message] } } as const);
}
