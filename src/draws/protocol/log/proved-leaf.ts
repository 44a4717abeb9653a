import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Note, NoteKey } from "#src/tlog/format/note.ts";
import { readProof, verifyProof } from "#src/tlog/format/proof.ts";
import { readStrictJson } from "../format/strict-json.ts";
import { faultOfLeaf, type Leaf } from "./leaf.ts";

/**
 * Reads a leaf that stands in the log of a key.
 *
 * @param answer `{ leaf, proof }`, untrusted: a leaf in UTF-8, and a file of c2sp.org/tlog-proof
 * @returns the leaf, its place, and the checkpoint's note with all its signatures; undefined for whatever else it is
 */
export function provedLeaf(
  answer: unknown,
  key: NoteKey,
): { readonly leaf: Leaf; readonly index: number; readonly note: Note } | undefined {
  const { leaf, proof } = (answer ?? {}) as { leaf?: unknown; proof?: unknown };
  if (typeof leaf !== "string" || typeof proof !== "string" || !leaf.isWellFormed()) return undefined;
  const read = readProof(proof);
  const bytes = utf8ToBytes(leaf);
  const value = readStrictJson(bytes);
  if (!read || !value.ok || faultOfLeaf(value.value)) return undefined;
  const verified = verifyProof(read, bytes, key);
  return verified.ok ? { leaf: value.value as Leaf, index: read.index, note: verified.value.note } : undefined;
}
