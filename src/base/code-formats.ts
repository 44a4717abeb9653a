const LETTERS = "A-Z";
const LETTERS_AND_DIGITS = "A-Z0-9";

/** How many characters each kind of code has. */
export const CODE_LENGTHS = { raffle: 8, event: 6, access: 4, entry: 8 } as const;

/**
 * How each kind of code is written. Codes are stored and compared in capitals. The marks let a script for browsers that
 * needs the lengths alone leave the formats out.
 */
export const CODE_FORMATS = {
  raffle: /* @__PURE__ */ formatOf(LETTERS_AND_DIGITS, CODE_LENGTHS.raffle),
  event: /* @__PURE__ */ formatOf(LETTERS_AND_DIGITS, CODE_LENGTHS.event),
  access: /* @__PURE__ */ formatOf(LETTERS_AND_DIGITS, CODE_LENGTHS.access),
  entry: /* @__PURE__ */ formatOf(LETTERS, CODE_LENGTHS.entry),
} as const;

/**
 * A typed code as codes are stored: in capitals, without the blanks and hyphens that people write between its groups.
 */
export function typedCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}]/gu, "").toUpperCase();
}

/**
 * A code in groups, as people compare, write down and dictate it: KTTW EZQK.
 *
 * @param size characters of a group: half of the code, or as given
 */
export function groupedCode(code: string, size = Math.ceil(code.length / 2)): string {
  const groups: string[] = [];
  for (let at = 0; at < code.length; at += size) groups.push(code.slice(at, at + size));
  return groups.join(" ");
}

const ALIKE: Readonly<Record<string, string>> = { O: "O0", "0": "0O", I: "I1", "1": "1I" };

/**
 * The codes that a typed one may stand for: as typed, then with O and 0, and I and 1, in place of each other.
 *
 * @param code as `typedCode` returns it
 * @param format of its kind; what does not fit it is left out
 */
export function lookAlikes(code: string, format: RegExp): string[] {
  if (code.length > CODE_LENGTHS.raffle) return [];
  const grown = (codes: readonly string[], character: string) =>
    codes.flatMap((start) => [...(ALIKE[character] ?? character)].map((next) => start + next));
  return [...code].reduce(grown, [""]).filter((one) => format.test(one));
}

/** A code with all its O and 0, I and 1 exchanged: as people read an older code that has some. One code, not many. */
export function swapLookAlikes(code: string): string {
  return code.replaceAll(/[O0I1]/g, (character) => ALIKE[character]?.[1] ?? character);
}

function formatOf(characters: string, length: number): RegExp {
  return new RegExp(`^[${characters}]{${length}}$`);
}
