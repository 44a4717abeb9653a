import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { NoteLimit } from "#src/rate-limits/limit-report.ts";
import { type ChallengeRefusal, createPuzzle } from "#src/rate-limits/puzzle.ts";
import { PUZZLE_READY, TRAP_FIELD } from "../limits.ts";
import { createRobotRates, type RobotRates } from "./robot-rates.ts";

/** What a puzzle's solution is valid for: one entry, which a raffle accepts once. */
export type PuzzledEntry = { readonly raffleId: string; readonly entryCode: string };

export type RobotCheckOptions = {
  readonly secret: Uint8Array;
  /** False only for load tests: then every submission passes. */
  readonly enabled: boolean;
  readonly note: NoteLimit;
  /** Its own rates by default. */
  readonly rates?: RobotRates;
  readonly now?: () => number;
};

/** Keeps robots from filling raffles. It blocks no client for good: a device that solves a puzzle passes. */
export type RobotCheck = {
  /**
   * Counts a submission and accepts it, or demands a puzzle. A submission with its puzzle's solution passes uncounted.
   *
   * @param entry.bytes the size of what it stores
   * @param body the unparsed body: `altcha` is the solution; a filled trap field always causes a puzzle. PUZZLE_READY
   *   instead of a solution says that the client can solve one: past the free receipts of its network, it gets one
   * @returns whether the entrant may get a receipt by mail, since a network's receipts per day are limited; refusal:
   *   `challenge-required`, with the puzzle
   */
  admit(
    entry: PuzzledEntry & { readonly address: string; readonly bytes?: number },
    body: unknown,
  ): Promise<Outcome<{ readonly receipt: boolean }, ChallengeRefusal>>;
  /** Counts an entry that was refused because its phone, e-mail or code is taken. */
  countRefused(address: string): void;
};

/** The action's name in the operator's log. */
const ACTION = "enter";

export function createRobotCheck(options: RobotCheckOptions): RobotCheck {
  const { secret, enabled, note, now = Date.now, rates = createRobotRates(secret, now) } = options;
  const puzzle = createPuzzle(secret, now);
  return {
    async admit({ address, raffleId, entryCode, bytes = 0 }, body) {
      if (!enabled) return accept({ receipt: true });
      const bound = { raffleId, entryCode };
      const { altcha, [TRAP_FIELD]: trap } = body as Record<string, unknown>;
      if (altcha && altcha !== PUZZLE_READY && (await puzzle.check(bound, altcha))) {
        note(ACTION, "solved");
        return accept({ receipt: rates.receiptsOf(address) !== "none" });
      }
      const { rush, receipts } = rates.count({ address, raffleId, bytes });
      const paysForReceipt = receipts === "paid" && Boolean(altcha);
      if (!rush && !trap && !paysForReceipt) return accept({ receipt: receipts === "free" });
      note(ACTION, rush?.cause ?? (trap ? "trapped" : "receipts"));
      const challenge = await puzzle.make(bound);
      return refuse({ reason: "challenge-required", challenge, seconds: rush?.seconds ?? null });
    },
    countRefused(address) {
      if (!enabled) return;
      note(ACTION, "taken");
      rates.countRefused(address);
    },
  };
}
