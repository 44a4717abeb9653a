import type { EntryView } from "#src/entries/schema.ts";
import type { InfoValues } from "./entry-edit-form.ts";

/** An entry as its organiser's form shows it. */
export function entryEditView({ raffle, entry, rules, wishes }: EntryView) {
  const { firstName, lastName, email, phone, address, facebook, instagram, sources } = entry;
  const info: InfoValues = { firstName, lastName, email, phone, address, facebook, instagram, sources };
  return {
    raffleName: raffle.name,
    info,
    // The entry's own source stays on offer when the raffle no longer names it.
    sources: [...new Set([...raffle.sources, sources])],
    rules: rules.map(({ ruleId, number, details, status }) => ({ ruleId, number, details, done: status === "Done" })),
    wishes: wishes.map(({ prizeId, name, note, status }) => ({ prizeId, name, note, wished: status === "Selected" })),
  };
}

export type EntryEditView = ReturnType<typeof entryEditView>;
