import type { z } from "zod";
import { encodeMessage } from "#src/base/text.ts";
import { MAX_CHANCES } from "./limits.ts";
import { ruleFaults } from "./proof/rule-faults.ts";
import { possibleDrawDate } from "./timeline/timeline.ts";
import { LAST_MOMENT } from "./wall-clock.ts";

/** What `checkTogether` looks at. All errors come at once, so that a field may be missing, or be as it was sent. */
type RaffleSoFar = {
  readonly dueDate?: unknown;
  readonly drawDate?: unknown;
  readonly checkMinutes?: unknown;
  readonly leadMinutes?: unknown;
  readonly status?: unknown;
  readonly publishAt?: unknown;
  readonly retentionDays?: unknown;
  readonly claimDays?: unknown;
  readonly drawWeight?: unknown;
  readonly rules?: unknown;
  readonly prizes?: unknown;
};

/** What these dates must be later than; null for any date. */
export type Soonest = { readonly dueDate: Date | null; readonly publishAt: Date | null };

/**
 * Checks what depends on several fields of a raffle: its dates, its drops, the codes of its prizes.
 *
 * @param soonest of a new raffle it is now: one that is due already would be closed from its first moment on
 */
export function checkTogether(raffle: RaffleSoFar, context: z.core.$RefinementCtx, soonest: Soonest): void {
  const refused = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  const { dueDate, drawDate, retentionDays, claimDays } = raffle;
  if (soonest.dueDate && dueDate instanceof Date && dueDate <= soonest.dueDate) refused(["dueDate"], "dueDatePassed");
  if (dueDate instanceof Date && drawDate instanceof Date && drawDate < dueDate) refused(["drawDate"], "drawBeforeDue");
  if (isDrawnTooLate(raffle)) refused(["drawDate"], "dateInvalid");
  const plan = planFault(raffle, soonest);
  if (plan) refused(["publishAt"], plan);
  // Entries that are erased before a prize can no longer be claimed would leave nobody to give it to.
  if (typeof retentionDays === "number" && typeof claimDays === "number" && retentionDays < claimDays) {
    refused(["retentionDays"], encodeMessage({ key: "retentionBeforeClaim", params: { days: claimDays } }));
  }
  for (const { path, message } of ruleFaults(listed(raffle.rules))) refused(["rules", ...path], message);
  const number = (value: unknown) => (typeof value === "number" ? value : 0);
  const worth = listed(raffle.rules).reduce((sum, rule) => sum + number(rule.drops) * number(rule.maxTimes), 0);
  if (raffle.drawWeight === "drops" && worth > MAX_CHANCES) {
    refused(["drawWeight"], encodeMessage({ key: "dropsTooMany", params: { max: MAX_CHANCES, worth } }));
  }
  const seen = new Set<unknown>();
  for (const [index, { prizeCode, oddsChances, oddsOf }] of listed(raffle.prizes).entries()) {
    if (seen.has(prizeCode) && prizeCode) refused(["prizes", index, "prizeCode"], "prizeCodeTaken");
    seen.add(prizeCode);
    if (typeof oddsChances === "number" && typeof oddsOf === "number" && oddsChances > oddsOf) {
      refused(
        ["prizes", index, "oddsOf"],
        encodeMessage({ key: "oddsAboveCertain", params: { chances: oddsChances } }),
      );
    }
  }
}

/** Whether the first possible draw is later than a date can be. */
function isDrawnTooLate({ dueDate, drawDate, checkMinutes, leadMinutes }: RaffleSoFar): boolean {
  if (!(dueDate instanceof Date && drawDate instanceof Date)) return false;
  if (typeof checkMinutes !== "number" || typeof leadMinutes !== "number") return false;
  return possibleDrawDate({ dueDate, drawDate, checkMinutes, leadMinutes }).getTime() > LAST_MOMENT;
}

/** What is wrong with a plan to publish: it would be of no use, or not what was meant. */
function planFault({ publishAt, status, dueDate }: RaffleSoFar, soonest: Soonest): string | null {
  if (!(publishAt instanceof Date)) return null;
  if (status === "Published") return "publishAtPublished";
  if (soonest.publishAt && publishAt <= soonest.publishAt) return "publishAtPassed";
  return dueDate instanceof Date && publishAt >= dueDate ? "publishAtAfterDue" : null;
}

/** The items of a list that may not be one. */
function listed(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(list)
    ? list.map((item: unknown) => (typeof item === "object" && item !== null ? { ...item } : {}))
    : [];
}
