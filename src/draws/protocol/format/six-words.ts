import { scryptAsync } from "@noble/hashes/scrypt.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { wordlist } from "@scure/bip39/wordlists/english.js";

// A file of its own: the words take 5 KB, and browsers load them only where somebody needs them.

const COUNT = 6;
const BITS_PER_WORD = 11;
/** The bytes that hold the bits of all words. */
const BYTES = Math.ceil((COUNT * BITS_PER_WORD) / 8);

/** Slow on purpose: some tenths of a second for one lock, and core-years for two that have the same words. */
const COST = { N: 2 ** 15, r: 8, p: 1, dkLen: 32 };
export const SIX_WORDS_SALT = "tambiolo six words/1";

const places = new Map(wordlist.map((word, place) => [word, place]));

/** Derives `dkLen` bytes with scrypt (RFC 7914). */
export type Scrypt = (password: Uint8Array, salt: string, cost: typeof COST) => Promise<Uint8Array>;

/**
 * Six words that stand for a lock hash where people say or write it: in a shop's window, on the telephone.
 *
 * @param scrypt a quicker one than that of all browsers, where there is one
 */
export async function sixWordsOf(lockHash: string, scrypt: Scrypt = scryptAsync): Promise<string> {
  const slow = await scrypt(hexToBytes(lockHash), SIX_WORDS_SALT, COST);
  const first = slow.subarray(0, BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const bits = first >> BigInt(BYTES * 8 - COUNT * BITS_PER_WORD);
  const words = Array.from({ length: COUNT }, (_, index) => {
    const place = (bits >> BigInt((COUNT - 1 - index) * BITS_PER_WORD)) % 2n ** BigInt(BITS_PER_WORD);
    return wordlist[Number(place)];
  });
  return words.join(" ");
}

/** Six words as somebody typed them, in their one spelling; undefined where they are none of the list, or not six. */
export function readSixWords(typed: string): string | undefined {
  const words = typed.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length === COUNT && words.every((word) => places.has(word)) ? words.join(" ") : undefined;
}
