import type { Challenge } from "altcha-lib/types";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { TRAP_FIELD } from "./limits.ts";
import { createRobotPuzzle, type PuzzledEntry } from "./robot-puzzle.ts";
import { createRobotRates, type RobotRates } from "./robot-rates.ts";

/** The entry is taken once its puzzle is solved; or unasked in so many seconds, if there are fewer by then. */
export type ChallengeRefusal = Refusal<"challenge-required"> & {
  readonly challenge: Challenge;
  /** Null where only the trap is to blame: waiting does not help then. */
  readonly seconds: number | null;
};

/** What happened in a minute: for which cause puzzles were given, and how many were solved. */
export type RobotReport = { ofAddress: number; ofRaffle: number; trapped: number; solved: number };

export type RobotCheckOptions = {
  readonly secret: Uint8Array;
  /** False only for load tests: everybody passes. */
  readonly enabled: boolean;
  /** Told, at most once a minute, what happened since puzzles began to be given. */
  readonly onReport: (report: RobotReport) => void;
  /** Counts of its own where none are given. */
  readonly rates?: RobotRates;
  readonly now?: () => number;
};

/** Keeps robots from filling raffles. It refuses nobody for good: a device that solves a puzzle is let in. */
export type RobotCheck = {
  /**
   * Counts a submission, unless it brings the solution of its puzzle, and lets it pass or asks for one.
   *
   * @param body as it was sent: `altcha` is the solution, and a filled trap field asks for one at any rate
   */
  admit(entry: PuzzledEntry & { readonly address: string }, body: unknown): Promise<Outcome<void, ChallengeRefusal>>;
};

const REPORT_AFTER_MS = 60_000;

export function createRobotCheck(options: RobotCheckOptions): RobotCheck {
  const { secret, enabled, onReport, now = Date.now, rates = createRobotRates(secret, now) } = options;
  const puzzle = createRobotPuzzle(secret, now);
  const note = createReporter(onReport);
  return {
    async admit(entry, body) {
      if (!enabled) return accept(undefined);
      const { altcha, [TRAP_FIELD]: trap } = body as Record<string, unknown>;
      if (altcha && (await puzzle.isSolved(entry, altcha))) {
        note("solved");
        return accept(undefined);
      }
      const rush = rates.count(entry);
      if (!rush && !trap) return accept(undefined);
      note(rush?.cause ?? "trapped");
      const challenge = await puzzle.make(entry);
      return refuse({ reason: "challenge-required", challenge, seconds: rush?.seconds ?? null });
    },
  };
}

function createReporter(onReport: (report: RobotReport) => void): (what: keyof RobotReport) => void {
  let report: RobotReport | null = null;
  return (what) => {
    if (!report) {
      const begun: RobotReport = { ofAddress: 0, ofRaffle: 0, trapped: 0, solved: 0 };
      report = begun;
      // A site that stops need not wait for it.
      setTimeout(() => {
        report = null;
        onReport(begun);
      }, REPORT_AFTER_MS).unref();
    }
    report[what] += 1;
  };
}
