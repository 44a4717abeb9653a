import { type Sha256, sha256 } from "#src/base/hashing/sha256.ts";
import { HASH_BYTES, nodeHash } from "./merkle.ts";

/** Hashes of a whole tile: a tile is a subtree of this many leaves (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;
/** Levels of the tree that one level of tiles spans. */
const TILE_HEIGHT = 8;

/** Where a tile stands: level 0 has the hashes of leaves, each level above the roots of whole tiles below. */
export type TilePlace = { readonly level: number; readonly index: number };

/** The hashes of a tile, of 32 bytes each; a tile at the right edge of the tree has fewer than `TILE_WIDTH`. */
export type Tile = TilePlace & { readonly hashes: Uint8Array };

/** The tiles at the right edge of a tree that are not whole, by level. A whole tile leaves an empty one. */
export type Edge = readonly Uint8Array[];

/**
 * Adds leaves to a tree.
 *
 * @param leaves their hashes
 * @returns the tiles that are new or longer, and the edge of the grown tree
 */
export function growTiles(
  tree: { readonly size: number; readonly edge: Edge },
  leaves: readonly Uint8Array[],
  hash: Sha256 = sha256,
): { readonly tiles: Tile[]; readonly edge: Edge } {
  const tiles: Tile[] = [];
  const edge: Uint8Array[] = [];
  let [added, start] = [leaves, tree.size];
  for (let level = 0; added.length > 0; level += 1) {
    const before = tree.edge[level] ?? new Uint8Array();
    const hashes = new Uint8Array(before.length + added.length * HASH_BYTES);
    hashes.set(before);
    for (const [at, one] of added.entries()) hashes.set(one, before.length + at * HASH_BYTES);
    const first = Math.floor(start / TILE_WIDTH);
    const whole = Math.floor(hashes.length / (TILE_WIDTH * HASH_BYTES));
    const roots: Uint8Array[] = [];
    for (let tile = 0; tile * TILE_WIDTH * HASH_BYTES < hashes.length; tile += 1) {
      const part = hashes.subarray(tile * TILE_WIDTH * HASH_BYTES, (tile + 1) * TILE_WIDTH * HASH_BYTES);
      tiles.push({ level, index: first + tile, hashes: part });
      if (tile < whole) roots.push(rootOfTile(part, hash));
    }
    edge[level] = hashes.slice(whole * TILE_WIDTH * HASH_BYTES);
    [added, start] = [roots, first];
  }
  for (let level = edge.length; level < tree.edge.length; level += 1)
    edge[level] = tree.edge[level] ?? new Uint8Array();
  return { tiles, edge };
}

/** The places of the tiles at the right edge of a tree of a size, those without a hash left out. */
export function edgePlaces(size: number): TilePlace[] {
  const places: TilePlace[] = [];
  let left = size;
  for (let level = 0; left > 0; level += 1) {
    if (left % TILE_WIDTH > 0) places.push({ level, index: Math.floor(left / TILE_WIDTH) });
    left = Math.floor(left / TILE_WIDTH);
  }
  return places;
}

/** How many hashes a tile has in a tree of a size; 0 where it has none. */
export function tileWidth({ level, index }: TilePlace, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Reads the root of a whole subtree: of those with `2 ** height` leaves the one at `index`. */
export type NodeReader = (height: number, index: number) => Uint8Array;

/** Reads subtrees out of tiles. A tile that is missing or too short is a mistake of the caller, and throws. */
export function nodesIn(tileAt: (place: TilePlace) => Uint8Array | undefined, hash: Sha256 = sha256): NodeReader {
  return (height, index) => {
    const { level, first, count, index: tile } = tileOf(height, index);
    const hashes = tileAt({ level, index: tile })?.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES);
    if (hashes?.length !== count * HASH_BYTES)
      throw new RangeError(`No tile has subtree ${index} of height ${height}.`);
    return rootOfTile(hashes, hash);
  };
}

/**
 * The tiles that something reads: it is run once on nodes that are not there.
 *
 * @param read the same computation that is then run on the tiles
 */
export function tilesRead(read: (nodes: NodeReader) => unknown): TilePlace[] {
  const places = new Map<string, TilePlace>();
  read((height, index) => {
    const { level, index: tile } = tileOf(height, index);
    places.set(`${level}/${tile}`, { level, index: tile });
    return new Uint8Array(HASH_BYTES);
  });
  return [...places.values()];
}

/** The root of a tree of a size (RFC 9162, 2.1.1); of an empty one the hash of nothing. */
export function rootOfTree(nodes: NodeReader, size: number, hash: Sha256 = sha256): Uint8Array {
  return size === 0 ? hash(new Uint8Array()) : rangeHash(nodes, { start: 0, end: size }, hash);
}

/** The siblings of a leaf on its way to the root of a tree of a size (RFC 9162, 2.1.3.1). */
export function inclusionProof(nodes: NodeReader, leaf: number, size: number, hash: Sha256 = sha256): Uint8Array[] {
  const proof: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (leaf < middle) {
      proof.push(rangeHash(nodes, { start: middle, end }, hash));
      end = middle;
    } else {
      proof.push(rangeHash(nodes, { start, end: middle }, hash));
      start = middle;
    }
  }
  return proof.toReversed();
}

/** Shows that the tree of one size is the beginning of the tree of another (RFC 9162, 2.1.4.1). */
export function consistencyProof(
  nodes: NodeReader,
  before: number,
  after: number,
  hash: Sha256 = sha256,
): Uint8Array[] {
  if (before === 0 || before === after) return [];
  const proof: Uint8Array[] = [];
  let [start, end] = [0, after];
  // Goes down to where the smaller tree ends.
  while (before !== end) {
    const middle = start + splitOf(end - start);
    if (before <= middle) {
      proof.push(rangeHash(nodes, { start: middle, end }, hash));
      end = middle;
    } else {
      proof.push(rangeHash(nodes, { start, end: middle }, hash));
      start = middle;
    }
  }
  // A whole subtree from the beginning is the smaller tree itself, whose root the reader has.
  if (start > 0) proof.push(rangeHash(nodes, { start, end }, hash));
  return proof.toReversed();
}

/** The root over the leaves from `start` to `end`, where `start` is where such a subtree begins. */
function rangeHash(nodes: NodeReader, { start, end }: { start: number; end: number }, hash: Sha256): Uint8Array {
  const size = end - start;
  const split = splitOf(size);
  if (split * 2 === size || size === 1) return nodes(Math.round(Math.log2(size)), start / size);
  const left = rangeHash(nodes, { start, end: start + split }, hash);
  return nodeHash(left, rangeHash(nodes, { start: start + split, end }, hash), hash);
}

/** The largest power of two below a size; of 1 it is 1. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The part of a tile whose root is a subtree. */
function tileOf(height: number, index: number) {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height - level * TILE_HEIGHT);
  const start = index * count;
  return { level, index: Math.floor(start / TILE_WIDTH), first: start % TILE_WIDTH, count };
}

/** The root of hashes that are a power of two in number. */
function rootOfTile(hashes: Uint8Array, hash: Sha256): Uint8Array {
  if (hashes.length === HASH_BYTES) return hashes;
  const half = hashes.length / 2;
  return nodeHash(rootOfTile(hashes.subarray(0, half), hash), rootOfTile(hashes.subarray(half), hash), hash);
}
