import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { type AnnounceRefusal, announceReplacement } from "./announce-replacement.ts";
import { readAsksFirst } from "./announcements.ts";
import type { ReplaceDeps } from "./carry-out.ts";
import type { WantedReplacement } from "./read-wish.ts";
import { type ReplaceRefusal, replaceWinner } from "./replace-winner.ts";

/** What came of it: the next in line came, or nobody was left, or it stands in public until a time. */
export type LetGo = { readonly to: number | null; readonly dueAt: Date | null };

/**
 * Lets a winner go because an organiser says so: at once, or announced for three days, as the draw's plan says.
 *
 * @returns refusals: see ReplaceRefusal and AnnounceRefusal
 */
export async function letWinnerGo(
  deps: ReplaceDeps,
  scope: OrganiserScope,
  wanted: WantedReplacement,
): Promise<Outcome<LetGo, ReplaceRefusal | AnnounceRefusal>> {
  if (wanted.reason !== "unclaimed" && (await readAsksFirst(deps.db, scope.raffleId))) {
    const announced = await announceReplacement(deps, scope, wanted);
    return announced.ok ? accept({ to: null, dueAt: announced.value.dueAt }) : announced;
  }
  const replaced = await replaceWinner(deps, scope, wanted);
  return replaced.ok ? accept({ to: replaced.value.to, dueAt: null }) : replaced;
}
