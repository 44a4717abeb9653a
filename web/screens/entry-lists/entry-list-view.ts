import type { ListedEntry } from "#src/entries/lists/organiser-list.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/**
 * An entry in the organiser's lists, with its wishes and ticks as texts. Null for items that the raffle no longer has.
 */
export type ListedEntryView = Omit<ListedEntry, "doneRules" | "wishes"> & {
  readonly wishes: readonly { readonly prize: string | null; readonly note: string }[];
  readonly rules: readonly (string | null)[];
};

/** Adds the names of prizes and the texts of rules to an entry's wishes and ticks. */
export function listedEntryView(
  { doneRules, wishes, ...entry }: ListedEntry,
  raffle: Pick<PublicRaffle, "prizes" | "rules">,
): ListedEntryView {
  const prizeNames = new Map(raffle.prizes.map((prize) => [prize.id, prize.name]));
  const ruleTexts = new Map(raffle.rules.map((rule) => [rule.id, rule.details]));
  return {
    ...entry,
    wishes: wishes
      .filter((wish) => wish.status === "Selected")
      .map((wish) => ({ prize: prizeNames.get(wish.prizeId) ?? null, note: wish.note })),
    rules: doneRules.map((id) => ruleTexts.get(id) ?? null),
  };
}
