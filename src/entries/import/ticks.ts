import type { PublicRaffle } from "#src/raffles/schema.ts";

/** How people tick in a cell, in English, German and Filipino, and what spreadsheets make of it. */
const YES = new Set("yes y x 1 true ok done ja j wahr erledigt oo opo tapos ✓ ✔ ☑ ✅".split(" "));
const NO = new Set(["", ..."no n 0 false nein falsch hindi - – ✗ ✘ ☐ ❌".split(" ")]);

/** Follows a mark that is drawn as a picture. */
const VARIATION = /\ufe0f/g;

/** How headings call a rule: a word for it, and its number. */
const RULE_HEADING = /^\s*(?:rule|regel|aufgabe|gawain|gagawin)\D{0,3}(\d{1,3})(?!\d)/i;

/** Whether a cell says that a rule is done; null if it says neither. */
export function readTick(cell: string): boolean | null {
  const word = cell.replace(VARIATION, "").trim().toLowerCase();
  return YES.has(word) || (NO.has(word) ? false : null);
}

/** Guesses the columns of a raffle's rules from their headings: “Rule 1 done”, or what the rule says. */
export function guessTicks(names: readonly string[], rules: PublicRaffle["rules"]): Readonly<Record<string, number>> {
  const found = rules.map((rule) => {
    const isOf = (name: string) =>
      Number(RULE_HEADING.exec(name)?.[1]) === rule.number || name.trim() === rule.details.trim();
    return [rule.id, names.findIndex(isOf)] as const;
  });
  return Object.fromEntries(found.filter(([, place]) => place !== -1));
}
