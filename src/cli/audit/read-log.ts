import { bytesToHex } from "@noble/hashes/utils.js";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { readStrictJson } from "#src/draws/protocol/format/strict-json.ts";
import { faultOfLeaf, type Leaf, type RenewalLeaf } from "#src/draws/protocol/log/leaf.ts";
import { leavesOf } from "#src/tlog/format/bundle.ts";
import { openCheckpoint, type SignedCheckpoint } from "#src/tlog/format/checkpoint.ts";
import { equalBytes, leafHash, MerkleRoot } from "#src/tlog/format/merkle.ts";
import type { NoteKey } from "#src/tlog/format/note.ts";
import { pathOf } from "#src/tlog/format/paths.ts";
import { TILE_WIDTH } from "#src/tlog/format/tiles.ts";
import type { SiteReader } from "./site-reader.ts";

/** A log that was read whole, and leads to what its site signed. */
export type WholeLog = {
  readonly checkpoint: SignedCheckpoint;
  /** The root in hex at the size that was asked for; null where the log is shorter. */
  readonly rootAt: string | null;
};

/** Files that are asked for at once. */
const AT_ONCE = 8;

/**
 * Reads every leaf of a site's log, in order, and checks that they lead to its signed checkpoint.
 *
 * @param sizeOfInterest whose root is answered
 * @param onLeaf called with each leaf that is one of the format
 * @returns refusal: a text for a person; `isWrong` where the log itself is, not the connection
 */
export async function readWholeLog(
  site: SiteReader,
  key: NoteKey,
  { sizeOfInterest, onLeaf }: { sizeOfInterest: number; onLeaf: (index: number, leaf: Leaf | RenewalLeaf) => void },
): Promise<Outcome<WholeLog, { readonly isWrong: boolean; readonly why: string }>> {
  const answer = await site.bytes("/log/checkpoint");
  if (!answer.ok) return refuse({ isWrong: false, why: answer.refusal });
  const opened = openCheckpoint(new TextDecoder().decode(answer.value), key);
  if (!opened.ok) return refuse({ isWrong: true, why: `the log's checkpoint is not signed by ${key.name}` });
  const { size, root } = opened.value;
  const tree = new MerkleRoot(nodeSha256);
  let rootAt: string | null = null;
  let index = 0;
  const note = () => {
    if (index === sizeOfInterest) rootAt = bytesToHex(tree.root());
  };
  note();
  const files = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, at) =>
    pathOf({ level: "entries", index: at, width: Math.min(TILE_WIDTH, size - at * TILE_WIDTH) }),
  );
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const read = await Promise.all(files.slice(at, at + AT_ONCE).map((path) => site.bytes(`/log/tile/${path}`)));
    for (const [offset, bundle] of read.entries()) {
      if (!bundle.ok) return refuse({ isWrong: false, why: bundle.refusal });
      const leaves = leavesOf(bundle.value);
      if (leaves?.length !== Math.min(TILE_WIDTH, size - (at + offset) * TILE_WIDTH)) {
        return refuse({ isWrong: true, why: `${files[at + offset]} has not as many leaves as it should` });
      }
      for (const bytes of leaves) {
        tree.add(leafHash(bytes, nodeSha256));
        const value = readStrictJson(bytes);
        // A leaf of a kind that this version does not know is hashed like every other.
        if (value.ok && !faultOfLeaf(value.value)) onLeaf(index, value.value as Leaf | RenewalLeaf);
        index += 1;
        note();
      }
    }
  }
  if (!equalBytes(tree.root(), root)) {
    return refuse({ isWrong: true, why: "its leaves do not lead to the checkpoint that it signed" });
  }
  return accept({ checkpoint: opened.value, rootAt });
}
