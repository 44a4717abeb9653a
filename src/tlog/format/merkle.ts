import { type Sha256, sha256 } from "#src/base/hashing/sha256.ts";

export const HASH_BYTES = 32;

// What is hashed is written over what was hashed before: a million small arrays take longer than their hashes.
let leafMessage = Uint8Array.of(0);
const nodeMessage = new Uint8Array(1 + 2 * HASH_BYTES).fill(1, 0, 1);

/** The hash of a leaf of the tree (RFC 9162, 2.1.1). */
export function leafHash(data: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  if (leafMessage.length <= data.length) leafMessage = new Uint8Array(1 + 2 * data.length);
  leafMessage.set(data, 1);
  return hash(leafMessage.subarray(0, 1 + data.length));
}

/** The hash of a node of the tree (RFC 9162, 2.1.1), of its two children. */
export function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  nodeMessage.set(left, 1);
  nodeMessage.set(right, 1 + HASH_BYTES);
  return hash(nodeMessage);
}

/** Builds the root of a tree from its leaves one after the other, in memory for a few hashes. */
export class MerkleRoot {
  /** Roots of whole subtrees, the largest first; of subtree i there are 2 ** height leaves. */
  readonly #subtrees: { readonly hash: Uint8Array; readonly height: number }[] = [];
  readonly #hash: Sha256;

  constructor(hash: Sha256 = sha256) {
    this.#hash = hash;
  }

  add(leaf: Uint8Array): void {
    let [hash, height] = [leaf, 0];
    while (this.#subtrees.at(-1)?.height === height) {
      hash = nodeHash(this.#subtrees.pop()?.hash ?? leaf, hash, this.#hash);
      height += 1;
    }
    this.#subtrees.push({ hash, height });
  }

  /** The root so far; of a tree without leaves the hash of nothing. */
  root(): Uint8Array {
    const [last, ...others] = this.#subtrees.toReversed().map(({ hash }) => hash);
    if (last === undefined) return this.#hash(new Uint8Array());
    return others.reduce((right, left) => nodeHash(left, right, this.#hash), last);
  }
}

/** A whole tree in memory, to take the inclusion proofs of all its leaves from (64 bytes a leaf). */
export class MerkleTree {
  /** All hashes by height, the leaves first; a node without a sibling stands on the next height as it is. */
  readonly #levels: Uint8Array[][];

  constructor(leaves: readonly Uint8Array[], hash: Sha256 = sha256) {
    let level = [...leaves];
    this.#levels = [level];
    while (level.length > 1) {
      const below = level;
      level = Array.from({ length: Math.ceil(below.length / 2) }, (_, i) => {
        const [left, right] = below.slice(2 * i, 2 * i + 2);
        return left && right ? nodeHash(left, right, hash) : (left ?? new Uint8Array());
      });
      this.#levels.push(level);
    }
  }

  /** The siblings of a leaf on the way to the root (RFC 9162, 2.1.3.1). */
  inclusionProof(index: number): Uint8Array[] {
    return this.#levels.slice(0, -1).flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? []);
  }
}

/**
 * The root that a leaf and its inclusion proof lead to (RFC 9162, 2.1.3.2).
 *
 * @returns nothing where these are no hashes, or more or fewer than that place in a tree of that size has
 */
export function rootFromProof(
  leaf: Uint8Array,
  place: { readonly index: number; readonly size: number },
  proof: readonly Uint8Array[],
  hash: Sha256 = sha256,
): Uint8Array | undefined {
  let [index, last, root] = [place.index, place.size - 1, leaf];
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(last) && index >= 0 && index <= last)) return undefined;
  if (![leaf, ...proof].every(({ length }) => length === HASH_BYTES)) return undefined;
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (index % 2 === 1 || index === last) {
      root = nodeHash(sibling, root, hash);
      while (index % 2 === 0 && index !== 0) [index, last] = [index / 2, Math.floor(last / 2)];
    } else {
      root = nodeHash(root, sibling, hash);
    }
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}

/**
 * Whether a tree only grew: its proof leads from the root at one size to the root at another (RFC 9162, 2.1.4.2).
 * Every tree follows from the empty one, which needs no proof.
 */
export function onlyGrew(
  before: { readonly size: number; readonly root: Uint8Array },
  after: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
  hash: Sha256 = sha256,
): boolean {
  if (![before.size, after.size].every((size) => Number.isSafeInteger(size) && size >= 0)) return false;
  if (before.size > after.size || !proof.every(({ length }) => length === HASH_BYTES)) return false;
  if (before.size === 0) return proof.length === 0;
  if (before.size === after.size) return proof.length === 0 && equalBytes(before.root, after.root);
  let [node, last] = [before.size - 1, after.size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  // Where the smaller tree is a whole subtree of the larger, its root is the first hash.
  const [first, ...rest] = node === 0 ? [before.root, ...proof] : proof;
  if (!first) return false;
  let [small, large] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      small = nodeHash(sibling, small, hash);
      large = nodeHash(sibling, large, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      large = nodeHash(large, sibling, hash);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && equalBytes(small, before.root) && equalBytes(large, after.root);
}

/** Whether two public values are the same bytes. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
