import { type Sha256, sha256 } from "../format/hash.ts";

const HASH_BYTES = 32;

// What is hashed is written over what was hashed before: a million small arrays take longer than their hashes.
let leafMessage = Uint8Array.of(0);
const nodeMessage = new Uint8Array(1 + 2 * HASH_BYTES).fill(1, 0, 1);

/** The hash of a leaf of the tree (RFC 9162, 2.1.1). */
export function leafHash(data: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  if (leafMessage.length <= data.length) leafMessage = new Uint8Array(1 + 2 * data.length);
  leafMessage.set(data, 1);
  return hash(leafMessage.subarray(0, 1 + data.length));
}

function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256): Uint8Array {
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
