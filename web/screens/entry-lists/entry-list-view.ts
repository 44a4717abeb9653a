import type { ListedEntry } from "#src/entries/lists/organiser-list.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/**
 * An entry in the organiser's lists, with its wishes and ticks as texts. Null for items that the raffle no longer has.
 */
export type ListedEntryView = Omit<ListedEntry, "doneRules" | "wishes" | "createdAt"> & {
  readonly wishes: readonly { readonly prize: string | null; readonly note: string }[];
  readonly rules: readonly (string | null)[];
  /** The rules that are not done; none of a valid entry. */
  readonly missing: readonly string[];
  readonly made: { readonly iso: string; readonly text: string };
};

/** Adds the names of prizes and the texts of rules to an entry's wishes and ticks. */
export function listedEntryView(
  { doneRules, wishes, createdAt, ...entry }: ListedEntry,
  raffle: Pick<PublicRaffle, "prizes" | "rules">,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): ListedEntryView {
  const prizeNames = new Map(raffle.prizes.map((prize) => [prize.id, prize.name]));
  const ruleTexts = new Map(raffle.rules.map((rule) => [rule.id, rule.details]));
  return {
    ...entry,
    wishes: wishes
      .filter((wish) => wish.status === "Selected")
      .map((wish) => ({ prize: prizeNames.get(wish.prizeId) ?? null, note: wish.note })),
    rules: doneRules.map((id) => ruleTexts.get(id) ?? null),
    missing: raffle.rules.filter(({ id }) => !doneRules.includes(id)).map(({ details }) => details),
    made: { iso: createdAt.toISOString(), text: formatShort(createdAt, language, timeZone) },
  };
}
