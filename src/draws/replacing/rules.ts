import type { Refusal } from "#src/base/refusal.ts";
import { SECONDS_PER_DAY } from "../protocol/format/times.ts";
import { type Plan, PROTOCOL_1 } from "../protocol/plan.ts";
import type { Transcript } from "../protocol/transcript.ts";
import type { PrizeResult } from "../protocol/winners/draw.ts";
import type { Replacement, ReplacementReason } from "../protocol/winners/replacements.ts";

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

/** Why an announcement can say that a winner goes. What nobody claimed in time, everybody can count. */
export type AnnouncedReason = Exclude<ReplacementReason, "unclaimed">;

/**
 * How an announcement ends: the winner was replaced; objected that they did not withdraw; the organiser took it back;
 * or the prize was handed over before.
 */
export type AnnouncementEnd = "replaced" | "objected" | "taken-back" | "handed-over";

/** Whether the winner consents, or it stands in public first, before a prize goes on. */
export function asksFirst({ protocol }: Pick<Plan, "protocol">): boolean {
  return protocol !== PROTOCOL_1;
}

/** What decides how an organiser can let a winner go. */
export type LeavingFacts = {
  /** Whether the ticket holds the prize, and it is not handed over. */
  readonly holds: boolean;
  /** Whether the time to claim it has passed without a claim. */
  readonly isOverdue: boolean;
  /** `asksFirst` of the draw's plan. */
  readonly asksFirst: boolean;
  /** Whether an announcement stands. */
  readonly isAnnounced: boolean;
  /** Whether the winner objected once that they did not withdraw: then they alone can give the prize back. */
  readonly keeps: boolean;
};

/** For which reasons an organiser can let a winner go now: at once, or once it has stood in public. */
export type LeavingOffers = Readonly<Partial<Record<ReplacementReason, "at-once" | "announced">>>;

/** How an organiser can let a winner go. Nothing is offered that would be refused. */
export function leavingOffers(facts: LeavingFacts): LeavingOffers {
  if (!facts.holds) return {};
  const unclaimed = facts.isOverdue ? ({ unclaimed: "at-once" } as const) : {};
  if (!facts.asksFirst) return { ...unclaimed, withdrew: "at-once", disqualified: "at-once" };
  if (facts.isAnnounced) return unclaimed;
  return { ...unclaimed, ...(!facts.keeps && { withdrew: "announced" as const }), disqualified: "announced" };
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
