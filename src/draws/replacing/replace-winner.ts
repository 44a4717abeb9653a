import type { SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Replacement } from "../protocol/winners/replacements.ts";
import { carryOut, type NotCarriedOut, PATIENCE_MS, type ReplaceDeps } from "./carry-out.ts";
import { readReplacement, type WantedReplacement } from "./read-wish.ts";
import { asksFirst } from "./rules.ts";

/** Why an organiser does not replace somebody at once. */
export type ReplaceRefusal = NotCarriedOut | Refusal<"invalid-fields" | "announce-first">;

/**
 * Gives a prize to the next in line, because an organiser says so: at once. The organiser only says who goes, and why.
 * Asked again in the same words, it answers what was done the first time.
 *
 * @param patienceMs for tests: how long it waits for another process that replaces somebody of the raffle
 * @returns the replacement as the transcript has it; `announce-first` where it has to stand in public before
 * @throws where the stored list is not the one that was locked
 */
export async function replaceWinner(
  deps: ReplaceDeps,
  scope: OrganiserScope | SiteItself,
  wanted: WantedReplacement,
  patienceMs = PATIENCE_MS,
): Promise<Outcome<Replacement, ReplaceRefusal>> {
  const read = readReplacement(wanted);
  if (!read.ok) return read;
  const { reason, note } = read.value;
  return carryOut<Refusal<"announce-first">>(
    deps,
    scope,
    read.value,
    {
      isSame: (earlier) => earlier.reason === reason && earlier.note === note,
      hold: async (_, { plan }) =>
        asksFirst(plan) && reason !== "unclaimed"
          ? refuse({ reason: "announce-first" })
          : accept({ announced: null, consent: null }),
    },
    patienceMs,
  );
}
