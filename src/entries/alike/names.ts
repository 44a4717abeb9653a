import { soundOf, wordsOf } from "./sounds.ts";

/** A person's name, made comparable. */
export type AlikeName = {
  readonly first: string;
  readonly last: string;
  /** "jr", "sr", "ii" and so on; empty for most. */
  readonly suffix: string;
};

/** What Filipinos write short in names, and how it is in full. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ["ma", "maria"],
  ["mª", "maria"],
  ["sta", "santa"],
  ["sto", "santo"],
  ["jn", "john"],
  ["jos", "jose"],
  ["fco", "francisco"],
  ["ant", "antonio"],
  ["bern", "bernardo"],
]);

const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ["jr", "jr"],
  ["junior", "jr"],
  ["sr", "sr"],
  ["senior", "sr"],
  ["ii", "ii"],
  ["iii", "iii"],
  ["iv", "iv"],
]);

/** Lower finds siblings: Angel and Angelo have 0.63. Higher loses usual slips: Jasmine and Jasmin have 0.67. */
const SIMILAR_FIRST = 0.65;
/** Families share a last name anyway, so that it may differ more. */
const SIMILAR_LAST = 0.5;

/** Makes a name comparable. Initials go, since many leave them out. */
export function alikeName(firstName: string, lastName: string): AlikeName {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
  const suffix = [...last, ...first].find((word) => SUFFIXES.has(word));
  return {
    first: joinWords(first),
    // "De la Cruz" and "Delacruz" are one.
    last: joinWords(last).replaceAll(" ", ""),
    suffix: SUFFIXES.get(suffix ?? "") ?? "",
  };
}

function joinWords(words: readonly string[]): string {
  const named = words.filter((word) => !SUFFIXES.has(word));
  const longer = named.filter((word) => word.length > 1);
  return (longer.length > 0 ? longer : named).map((word) => soundOf(SHORT_FORMS.get(word) ?? word)).join(" ");
}

/** Whether two names may be one person's, spelt in two ways. */
export function areAlikeNames(one: AlikeName, other: AlikeName): boolean {
  if (one.suffix !== other.suffix && one.suffix !== "" && other.suffix !== "") return false;
  if (areSimilar(one, other)) return true;
  // Some write the last name into the first field.
  const swapped = { first: other.last, last: other.first.replaceAll(" ", "") };
  return one.first.replaceAll(" ", "") === swapped.first && one.last === swapped.last;
}

function areSimilar(one: Omit<AlikeName, "suffix">, other: Omit<AlikeName, "suffix">): boolean {
  if (areOfTwoGenders(one.first, other.first)) return false;
  return similarity(one.first, other.first) >= SIMILAR_FIRST && similarity(one.last, other.last) >= SIMILAR_LAST;
}

/** Brother and sister: Mario and Maria, Daniel and Daniela, Angel and Angelo. */
function areOfTwoGenders(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (longer === `${shorter}a` || longer === `${shorter}o`) return true;
  return one !== other && one.slice(0, -1) === other.slice(0, -1) && /[ao]$/.test(one) && /[ao]$/.test(other);
}

/**
 * How similar two texts are, from 0 to 1, as PostgreSQL's `similarity()` of pg_trgm has it. In a database of the C
 * locale that function knows ASCII letters alone.
 */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const [trigrams, others] = [trigramsOf(one), trigramsOf(other)];
  const shared = trigrams.intersection(others).size;
  return shared === 0 ? 0 : shared / (trigrams.size + others.size - shared);
}

function trigramsOf(text: string): Set<string> {
  const words = text.split(" ").map((word) => `  ${word} `);
  return new Set(words.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))));
}
