import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { type Scrypt, sixWordsOf } from "../protocol/format/six-words.ts";

/** Some 100 bytes each. More locks than most sites ever have: a stranger cannot have them computed again and again. */
const MAX_STORED = 20_000;
/** What scrypt needs for its cost, and a little more. */
const MAX_MEMORY = 64 * 1024 * 1024;

const derive = promisify<Buffer, string, number, object, Buffer>(scrypt);
const stored = new LRUCache<string, Promise<string>>({ max: MAX_STORED });
let last: Promise<unknown> = Promise.resolve();

/** Computes in a thread, so that requests do not wait for it. */
const scryptInThread: Scrypt = (password, salt, { dkLen, ...cost }) =>
  derive(Buffer.from(password), salt, dkLen, { ...cost, maxmem: MAX_MEMORY });

/** The six words of a lock. They are computed once, some 80 ms, and one lock after the other for its 32 MiB. */
export function lockWords(lockHash: string): Promise<string> {
  const known = stored.get(lockHash);
  if (known) return known;
  const words = last.then(() => sixWordsOf(lockHash, scryptInThread));
  last = words.catch(() => undefined);
  stored.set(lockHash, words);
  return words;
}
