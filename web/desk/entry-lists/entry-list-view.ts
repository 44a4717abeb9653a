import type { JudgedListEntry } from "#src/entries/lists/organiser-list.ts";
import { type DrawTerms, standingIn } from "#src/entries/standing/rules.ts";
import { standingLine } from "#src/entries/standing/standing-line.ts";
import { formatShort } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/**
 * An entry in the organiser's lists, with its wishes and ticks as texts. Null for items that the raffle no longer has.
 */
export type ListedEntryView = Omit<
  JudgedListEntry,
  "doneRules" | "wishes" | "createdAt" | "disqualifiedFor" | "disqualifiedAt"
> & {
  readonly wishes: readonly { readonly prize: string | null; readonly note: string }[];
  /** Notes on prizes that it did not choose: they wish for nothing. */
  readonly notes: readonly { readonly prize: string | null; readonly note: string }[];
  readonly rules: readonly (string | null)[];
  /** The rules that are not done; none of a valid entry. */
  readonly missing: readonly string[];
  /** Whether it can win, and what, in a line. */
  readonly standing: string;
  readonly made: { readonly iso: string; readonly text: string };
};

/** Adds the names of prizes and the texts of rules to an entry's wishes and ticks. */
export function listedEntryView(
  { doneRules, wishes, createdAt, disqualifiedFor, disqualifiedAt, ...entry }: JudgedListEntry,
  raffle: DrawTerms & Pick<PublicRaffle, "prizes" | "rules" | "open" | "drawnAt">,
  { now, language, timeZone }: { readonly now: Date; readonly language: Language; readonly timeZone: string },
): ListedEntryView {
  const prizeNames = new Map(raffle.prizes.map((prize) => [prize.id, prize.name]));
  const named = (some: JudgedListEntry["wishes"]) =>
    some.map(({ prizeId, note }) => ({ prize: prizeNames.get(prizeId) ?? null, note }));
  const ruleTexts = new Map(raffle.rules.map((rule) => [rule.id, rule.details]));
  return {
    ...entry,
    wishes: named(wishes.filter(({ status }) => status === "Selected")),
    notes: named(wishes.filter(({ status, note }) => status !== "Selected" && note !== "")),
    rules: doneRules.map((id) => ruleTexts.get(id) ?? null),
    missing: raffle.rules.filter(({ id }) => !doneRules.includes(id)).map(({ details }) => details),
    standing: standingLine(standingIn(raffle)({ doneRules, wishes, disqualifiedFor, disqualifiedAt }), raffle, {
      language,
      timeZone,
      reader: "staff",
    }),
    made: { iso: createdAt.toISOString(), text: formatShort(createdAt, now, language, timeZone) },
  };
}
