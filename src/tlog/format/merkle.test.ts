import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leafHash, MerkleRoot, MerkleTree, rootFromProof } from "./merkle.ts";

// The leaves that the tests of Certificate Transparency logs use, and the roots of their first 0 to 8.
const LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

function leavesOf(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => leafHash(hexToBytes(LEAVES[i] ?? i.toString(16).padStart(8, "0"))));
}

function rootOf(leaves: readonly Uint8Array[]): string {
  const root = new MerkleRoot();
  for (const leaf of leaves) root.add(leaf);
  return bytesToHex(root.root());
}

describe("the tree of RFC 9162", () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))("has with %i leaves the root %s", (size, root) => {
    expect(rootOf(leavesOf(size))).toBe(root);
  });

  it("proves each leaf of every size, at its own place alone", () => {
    for (let size = 1; size <= 70; size += 1) {
      const leaves = leavesOf(size);
      const tree = new MerkleTree(leaves);
      const root = rootOf(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const proof = tree.inclusionProof(index);
        const found = rootFromProof(leaf, { index, size }, proof);
        expect(found && bytesToHex(found)).toBe(root);
        const elsewhere = rootFromProof(leaf, { index: (index + 1) % size, size }, proof);
        if (size > 1) expect(elsewhere && bytesToHex(elsewhere)).not.toBe(root);
      }
    }
  });

  it("knows no root for a proof that is too long, too short, or not of hashes", () => {
    const leaves = leavesOf(6);
    const [leaf = new Uint8Array()] = leaves;
    const proof = new MerkleTree(leaves).inclusionProof(0);
    expect(rootFromProof(leaf, { index: 0, size: 6 }, proof.slice(1))).toBeUndefined();
    expect(rootFromProof(leaf, { index: 0, size: 6 }, [...proof, leaf])).toBeUndefined();
    expect(rootFromProof(leaf, { index: 6, size: 6 }, proof)).toBeUndefined();
    expect(rootFromProof(leaf, { index: -1, size: 6 }, proof)).toBeUndefined();
    expect(rootFromProof(new Uint8Array(), { index: 0, size: 1 }, [])).toBeUndefined();
  });

  it("has another root and another way to it for any other leaf", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.uint8Array({ minLength: 1 }), (size, seed, data) => {
        const leaves = leavesOf(size);
        const index = seed % size;
        const proof = new MerkleTree(leaves).inclusionProof(index);
        const other = leafHash(data);
        if (bytesToHex(other) === bytesToHex(leaves[index] ?? other)) return;
        const found = rootFromProof(other, { index, size }, proof);
        expect(found && bytesToHex(found)).toBe(rootOf(leaves.with(index, other)));
        expect(found && bytesToHex(found)).not.toBe(rootOf(leaves));
      }),
    );
  });
});
