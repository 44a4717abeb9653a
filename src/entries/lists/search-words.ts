/** A text matches if it contains every word, in any order, or the digits of a phone number. */
export type SearchWords = {
  readonly words: readonly string[];
  /** Without the leading zeros of the national format, as in E.164; null if the fragment is not like a phone number. */
  readonly digits: string | null;
};

/** More words cost more than they help: the words beyond are searched as one text. */
const MAX_WORDS = 8;

const LIKE_PHONE = /^[+(\d][\d\s()./-]*$/;

/** Fewer digits match every second number. */
const LEAST_DIGITS = 3;

/**
 * Splits a search fragment: "Reyes Emmanuel" finds Emmanuel Reyes, and 09473175209 finds 0947-317-5209. A fragment that
 * looks like part of a phone number is not split, since each group of its digits matches too many others.
 *
 * @param fragment trimmed; an empty one finds all entries
 */
export function searchWords(fragment: string): SearchWords {
  if (fragment === "") return { words: [], digits: null };
  if (LIKE_PHONE.test(fragment)) {
    const digits = fragment.replace(/\D/g, "").replace(/^0+/, "");
    return { words: [fragment], digits: digits.length >= LEAST_DIGITS && digits !== fragment ? digits : null };
  }
  const words = fragment.split(/\s+/);
  if (words.length <= MAX_WORDS) return { words: [...new Set(words)], digits: null };
  return { words: [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(" ")], digits: null };
}
