const MARKS = /[\u0300-\u036f]/g;

/** Spellings of one sound in Filipino names, from left to right: "Jhon" and "John", "Christine" and "Kristine". */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/h/g, ""],
  [/[cq]/g, "k"],
  [/z/g, "s"],
  [/y/g, "i"],
  [/(\p{L})\1+/gu, "$1"],
];

/**
 * Words in lower case without accents and punctuation. A digit beside a letter starts a new word: "Blk3" is "blk 3".
 */
export function wordsOf(text: string): readonly string[] {
  const folded = text.toLowerCase().normalize("NFD").replace(MARKS, "");
  return folded.match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu) ?? [];
}

/** A word as it sounds, so that usual misspellings become one: Mariah and Maria, Santoz and Santos. */
export function soundOf(word: string): string {
  return SOUNDS.reduce((sound, [spelling, letter]) => sound.replace(spelling, letter), word);
}
