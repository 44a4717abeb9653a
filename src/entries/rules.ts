import { pick } from "#src/raffles/fields.ts";
import { wayOf } from "#src/raffles/proof/ways.ts";
import { RULE_FIELD_NAMES, WISHED_PRIZE_FIELDS } from "#src/raffles/row-fields.ts";
import type { Prize, RaffleRule } from "#src/raffles/schema.ts";
import type { ChecklistChange, ChecklistItem, Wish, WishlistChange, WishlistItem } from "./schema.ts";

/** The raffle's rules with this entry's ticks; a rule without a tick, or with one that waits, is Pending. */
export function checklistOf(
  rules: readonly RaffleRule[],
  doneRules: readonly string[],
  claimedRules: readonly string[] = [],
): ChecklistItem[] {
  const done = new Set(doneRules);
  const claimed = new Set(claimedRules);
  return rules.map((rule) => ({
    ruleId: rule.id,
    ...pick(rule, RULE_FIELD_NAMES),
    status: done.has(rule.id) ? "Done" : "Pending",
    claimed: claimed.has(rule.id),
  }));
}

/** Ticks by kind: those that are believed, those that wait for the shop, and those that cannot be made. */
export function ticksByKind(
  rules: readonly Pick<RaffleRule, "id" | "proof">[],
  ticked: readonly string[],
): Readonly<Record<"done" | "claim" | "none", readonly string[]>> {
  const proofs = new Map(rules.map(({ id, proof }) => [id, proof]));
  const { done = [], claim = [], none = [] } = Object.groupBy(ticked, (id) => wayOf(proofs.get(id) ?? "said").tick);
  return { done, claim, none };
}

/** The raffle's prizes with this entry's wishes; a prize without a wish is Unselected and has no note. */
export function wishlistOf(prizes: readonly Prize[], wishes: readonly Wish[]): WishlistItem[] {
  const byPrize = new Map(wishes.map((wish) => [wish.prizeId, wish]));
  return prizes.map((prize) => ({
    prizeId: prize.id,
    ...pick(prize, WISHED_PRIZE_FIELDS),
    status: byPrize.get(prize.id)?.status ?? "Unselected",
    note: byPrize.get(prize.id)?.note ?? "",
  }));
}

/**
 * The ticks after a change of those of some rules. Ticks on rules that the raffle no longer has remain: the organiser
 * sees them as unknown.
 *
 * @param rules whose ticks may change
 */
export function applyChecklist(
  doneRules: readonly string[],
  change: ChecklistChange,
  rules: readonly Pick<RaffleRule, "id">[],
): string[] {
  const current = new Set(rules.map((rule) => rule.id));
  const done = new Set(change.replace ? doneRules.filter((id) => !current.has(id)) : doneRules);
  for (const { ruleId, status } of change.items.filter(({ ruleId }) => current.has(ruleId))) {
    if (status === "Done") done.add(ruleId);
    else done.delete(ruleId);
  }
  return [...done];
}

/** The wishes after a change. Wishes that the change does not name keep their notes, even when deselected. */
export function applyWishlist(wishes: readonly Wish[], change: WishlistChange): Wish[] {
  const after = new Map(
    wishes.map((wish) => [wish.prizeId, change.replace ? { ...wish, status: "Unselected" as const } : wish]),
  );
  for (const { prizeId, status, note } of change.items) {
    const before = after.get(prizeId) ?? { prizeId, status: "Unselected", note: "" };
    after.set(prizeId, { prizeId, status: status ?? before.status, note: note ?? before.note });
  }
  return [...after.values()].filter((wish) => wish.status === "Selected" || wish.note !== "");
}

/** The size of all notes together, in bytes. */
export function notesBytes(wishes: readonly Pick<Wish, "note">[]): number {
  return wishes.reduce((sum, { note }) => sum + Buffer.byteLength(note), 0);
}

/** The ids in a change or a submission that the raffle does not have. */
export function unknownIds(named: readonly string[], known: readonly { readonly id: string }[]): string[] {
  const ids = new Set(known.map((item) => item.id));
  return named.filter((id) => !ids.has(id));
}
