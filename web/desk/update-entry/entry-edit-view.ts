import type { EntryView } from "#src/entries/entry-view.ts";
import { personOf } from "#src/entries/fields.ts";
import { organiserSources } from "#src/entries/paper/paper-sources.ts";
import { standingView } from "#src/entries/standing/standing-line.ts";
import type { InfoValues } from "./entry-edit-form.ts";

type Words = Parameters<typeof standingView>[2];

/** An entry as its organiser's form shows it. */
export function entryEditView({ raffle, entry, rules, wishes, standing }: EntryView, words: Words) {
  const { sources } = entry;
  const info: InfoValues = { ...personOf(entry), sources };
  return {
    raffleName: raffle.name,
    standing: standingView(standing, raffle, { ...words, reader: "staff" }),
    info,
    namedByTicket: entry.namedByTicket,
    // The entry's own source stays an option even if the raffle no longer offers it.
    sources: [...new Set([...organiserSources(raffle), sources])].filter((source) => source !== ""),
    rules: rules.map(({ ruleId, number, details, status }) => ({ ruleId, number, details, done: status === "Done" })),
    wishes: wishes.map(({ prizeId, name, note, status }) => ({ prizeId, name, note, wished: status === "Selected" })),
  };
}

export type EntryEditView = ReturnType<typeof entryEditView>;
