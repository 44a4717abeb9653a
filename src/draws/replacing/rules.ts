import type { Refusal } from "#src/base/refusal.ts";
import { SECONDS_PER_DAY } from "../protocol/format/times.ts";
import type { Plan } from "../protocol/plan.ts";
import type { Transcript } from "../protocol/transcript.ts";
import type { PrizeResult } from "../protocol/winners/draw.ts";
import type { Replacement } from "../protocol/winners/replacements.ts";

/** What decides whether the holder of a prize can be replaced. */
export type HoldersClaim = {
  readonly heldSince: Date;
  /** The deadline of the claim, which the organiser may have put off. */
  readonly claimBy: Date;
  readonly claimedAt: Date | null;
  readonly handedOverAt: Date | null;
};

/** What a transcript says of prizes: who was drawn, and who came for whom. */
type Drawn = Pick<Transcript, "results" | "replacements">;

export type NotReplaced = Refusal<"prize-handed-over" | "prize-claimed" | "claim-days-left">;

/** Why the holder of a prize cannot be replaced for this reason at this moment; null where nothing is in the way. */
export function faultOfLeaving(
  prize: HoldersClaim,
  reason: Replacement["reason"],
  at: Date,
  claimDays: number,
): NotReplaced | null {
  if (prize.handedOverAt) return { reason: "prize-handed-over" };
  if (reason !== "unclaimed") return null;
  if (prize.claimedAt) return { reason: "prize-claimed" };
  const claimable = prize.heldSince.getTime() + claimDays * SECONDS_PER_DAY * 1000;
  return at.getTime() < Math.max(claimable, prize.claimBy.getTime()) ? { reason: "claim-days-left" } : null;
}

/** The tickets of which none can come for `from`: whoever was ever replaced, and whoever holds a prize that counts. */
export function passedOver(
  plan: Plan,
  drawn: Drawn,
  { prizeCode, from }: Pick<Replacement, "prizeCode" | "from">,
): Uint32Array {
  return Uint32Array.from(cannotCome(plan, drawn, prizeCode).add(from));
}

/** Who comes next for a prize. */
export type Line = {
  /** Reserves who can still come, the next first. */
  readonly next: readonly number[];
  /** Whether nobody can come any more. Otherwise tickets behind the reserves may. */
  readonly isOver: boolean;
};

/** The line for a prize after all replacements: of its reserves, those who can still come. */
export function lineOf(plan: Plan, drawn: Drawn, { prizeCode, reserves }: PrizeResult): Line {
  const passed = cannotCome(plan, drawn, prizeCode);
  const next = reserves.filter((ticket) => !passed.has(ticket));
  const hasRunOut = drawn.replacements.some((one) => one.prizeCode === prizeCode && one.to === null);
  // With fewer reserves than planned, everybody in the draw for it is a winner or a reserve.
  return { next, isOver: next.length === 0 && (hasRunOut || reserves.length < plan.reserves) };
}

function cannotCome({ onePrizePerEntry }: Plan, { results, replacements }: Drawn, prizeCode: string): Set<number> {
  const counts = (one: { readonly prizeCode: string }) => onePrizePerEntry || one.prizeCode === prizeCode;
  const passed = new Set(replacements.map((one) => one.from));
  for (const result of results) if (counts(result)) for (const winner of result.winners) passed.add(winner);
  for (const one of replacements) if (counts(one) && one.to !== null) passed.add(one.to);
  return passed;
}
