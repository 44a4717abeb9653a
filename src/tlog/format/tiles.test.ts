import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeSha256 as hash } from "#src/base/hashing/node-sha256.ts";
import { leafHash, MerkleRoot, onlyGrew, rootFromProof } from "./merkle.ts";
import {
  consistencyProof,
  type Edge,
  edgePlaces,
  growTiles,
  inclusionProof,
  nodesIn,
  rootOfTree,
  type TilePlace,
  tilesRead,
  tileWidth,
} from "./tiles.ts";

const leaf = (index: number) => leafHash(utf8ToBytes(`leaf ${index}`), hash);
const key = ({ level, index }: TilePlace) => `${level}/${index}`;

/** A log in memory that grows as the one in the database does. */
function createLog() {
  const tiles = new Map<string, Uint8Array>();
  let [size, edge]: [number, Edge] = [0, []];
  const nodes = nodesIn((place) => tiles.get(key(place)), hash);
  return {
    nodes,
    tiles,
    size: () => size,
    grow(count: number) {
      const grown = growTiles(
        { size, edge },
        Array.from({ length: count }, (_, i) => leaf(size + i)),
        hash,
      );
      for (const tile of grown.tiles) tiles.set(key(tile), tile.hashes);
      [size, edge] = [size + count, grown.edge];
    },
    root: (of = size) => rootOfTree(nodes, of, hash),
  };
}

/** Roots of the trees of every size, without any tile. */
function rootsUpTo(size: number): Uint8Array[] {
  const root = new MerkleRoot(hash);
  const roots = [root.root()];
  for (let index = 0; index < size; index += 1) {
    root.add(leaf(index));
    roots.push(root.root());
  }
  return roots;
}

const roots = rootsUpTo(3000);
const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 200, max: 600 })), {
  minLength: 1,
  maxLength: 5,
});

describe("a tree in tiles", () => {
  it("has the root of RFC 9162, in whatever batches it grew", () => {
    fc.assert(
      fc.property(sizes, (batches) => {
        const log = createLog();
        for (const count of batches) log.grow(count);
        expect(bytesToHex(log.root())).toBe(bytesToHex(roots[log.size()] ?? new Uint8Array()));
      }),
      { numRuns: 30 },
    );
  });

  it("proves each leaf, at its own place alone", () => {
    const log = createLog();
    log.grow(1300);
    for (const size of [1, 2, 3, 255, 256, 257, 511, 700, 1300]) {
      for (const index of [0, 1, 255, 256, 300, size - 1].filter((at) => at < size)) {
        const proof = inclusionProof(log.nodes, index, size, hash);
        const rooted = (at: number) => rootFromProof(leaf(at), { index, size }, proof, hash);
        expect(rooted(index)).toEqual(roots[size]);
        expect(rooted(index + 1)).not.toEqual(roots[size]);
      }
    }
  });

  it("shows between any two sizes that it only grew, and of no other tree", () => {
    const log = createLog();
    log.grow(700);
    const places = [0, 1, 2, 3, 6, 7, 8, 255, 256, 257, 511, 512, 699, 700];
    const treeOf = (size: number) => ({ size, root: roots[size] ?? new Uint8Array() });
    for (const before of places) {
      for (const after of places.filter((size) => size >= before)) {
        const proof = consistencyProof(log.nodes, before, after, hash);
        expect(onlyGrew(treeOf(before), treeOf(after), proof, hash)).toBe(true);
        if (before === 0) continue;
        const other = { size: before, root: leaf(9) };
        expect(onlyGrew(other, treeOf(after), proof, hash)).toBe(false);
        expect(onlyGrew(treeOf(before), { size: after, root: leaf(9) }, proof, hash)).toBe(false);
        expect(onlyGrew(treeOf(before), treeOf(after), [...proof, leaf(9)], hash)).toBe(false);
        if (proof.length > 0) expect(onlyGrew(treeOf(before), treeOf(after), proof.slice(1), hash)).toBe(false);
      }
    }
    expect(onlyGrew(treeOf(7), treeOf(6), [], hash)).toBe(false);
  });

  it("has the tiles of the standard's example of 70,000 leaves", () => {
    const count = (level: number) => {
      const widths = Array.from({ length: 300 }, (_, index) => tileWidth({ level, index }, 70_000));
      return [widths.filter((width) => width === 256).length, ...widths.filter((width) => width > 0 && width < 256)];
    };
    expect([0, 1, 2, 3].map(count)).toEqual([[273, 112], [1, 17], [0, 1], [0]]);
    expect(edgePlaces(70_000)).toEqual([
      { level: 0, index: 273 },
      { level: 1, index: 1 },
      { level: 2, index: 0 },
    ]);
    expect(edgePlaces(256)).toEqual([{ level: 1, index: 0 }]);
  });

  it("reads a proof of ten million leaves from few tiles", () => {
    const read = tilesRead((nodes) => inclusionProof(nodes, 1_234_567, 10_000_000, hash));
    expect(read).toHaveLength(5);
    expect(read).toContainEqual({ level: 0, index: Math.floor(1_234_567 / 256) });
  });

  it("throws for a tile that it does not have", () => {
    const log = createLog();
    log.grow(300);
    log.tiles.delete("0/0");
    expect(() => inclusionProof(log.nodes, 3, 300, hash)).toThrow(RangeError);
  });
});
