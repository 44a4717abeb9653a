/**
 * Whether a value is text as the protocol allows it: Unicode NFC without lone surrogates. Nothing is ever normalised.
 */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && value === value.normalize("NFC");
}

/** How many code points a text has. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * Puts texts in the order of their UTF-8 bytes, which is the order of their code points. JavaScript's own order is
 * that of UTF-16 code units, which puts emoji before some letters.
 */
export function compareTexts(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const shorter = Math.min(left.length, right.length);
  for (let i = 0; i < shorter; i += 1) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
