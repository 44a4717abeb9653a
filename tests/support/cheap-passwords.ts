import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { SIX_WORDS_SALT } from "#src/draws/protocol/format/six-words.ts";

/**
 * Makes password hashing about a hundred times cheaper. Load it before a test's own code, or before a site that a test
 * starts.
 *
 * The site has no setting for this, so nobody can set it wrongly. This file replaces Node's scrypt in its process. The
 * stored format stays the same. password-hash.test.ts measures the real cost.
 */
const CHEAP_N = 2 ** 10;

/** On globalThis, where each copy of this file finds it: a test runner may load several copies. */
const shared: { tambioloScrypt?: { readonly real: typeof crypto.scrypt; readonly costs: number[] } } =
  globalThis as object;
shared.tambioloScrypt ??= { real: crypto.scrypt, costs: [] };
const { real, costs } = shared.tambioloScrypt;

type Done = (error: Error | null, key: Buffer) => void;

/** Switches between cheap and real password hashing. */
export function makePasswordsCheap(cheap: boolean): void {
  const cheaply = (password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Done) => {
    // Words of locks are compared with what browsers compute.
    if (salt === SIX_WORDS_SALT) return real(password, salt, length, options, done);
    costs.push(options.N ?? 0);
    real(password, salt, length, { ...options, N: CHEAP_N }, done);
  };
  Object.assign(crypto, { scrypt: cheap ? cheaply : real });
  // Modules that imported scrypt by name get the replacement too.
  syncBuiltinESMExports();
}

makePasswordsCheap(true);

/** Holds up each hash from now on, until `release` is called. They are cheap again afterwards. */
export function holdPasswords() {
  const held: (() => void)[] = [];
  const holding = (...hash: Parameters<typeof crypto.scrypt>) => {
    held.push(() => (crypto.scrypt as (...args: typeof hash) => void)(...hash));
  };
  Object.assign(crypto, { scrypt: holding });
  syncBuiltinESMExports();
  return {
    count: () => held.length,
    release() {
      makePasswordsCheap(true);
      for (const go of held.splice(0)) go();
    },
  };
}

/** The cost, scrypt's N, that the site asked for with each hash that was made cheap in this process. */
export function askedCosts(): readonly number[] {
  return [...costs];
}
