import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { openCheckpoint, readCheckpoint, type SignedCheckpoint } from "./checkpoint.ts";
import { equalBytes, leafHash, rootFromProof } from "./merkle.ts";
import type { NoteKey } from "./note.ts";

/** That a leaf stands in a log (c2sp.org/tlog-proof): its place, the siblings on its way, and a signed checkpoint. */
export type LogProof = {
  readonly index: number;
  readonly siblings: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
};

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

/** A proof as a file, `.tlog-proof`. */
export function proofText({ index, siblings, checkpoint }: LogProof): string {
  return `${[FIRST_LINE, `index ${index}`, ...siblings.map(toBase64)].join("\n")}\n\n${checkpoint}`;
}

/** Reads such a file without verifying it; a line of extra data is passed over. */
export function readProof(text: string): LogProof | undefined {
  const end = text.indexOf("\n\n");
  const [first, ...others] = text.slice(0, end).split("\n");
  if (end < 0 || first !== FIRST_LINE) return undefined;
  const [place = "", ...hashes] = others[0]?.startsWith("extra ") ? others.slice(1) : others;
  const [, digits] = /^index (0|[1-9][0-9]{0,15})$/.exec(place) ?? [];
  const siblings = hashes.map(fromBase64);
  const checkpoint = text.slice(end + 2);
  if (digits === undefined || !siblings.every((hash) => hash !== undefined) || !readCheckpoint(checkpoint)) {
    return undefined;
  }
  return { index: Number(digits), siblings, checkpoint };
}

/**
 * Verifies that a leaf stands in the log of a key.
 *
 * @returns the checkpoint; refusals: `unreadable`, `wrong-log`, `not-signed` of the checkpoint; `not-in-log` where the
 *   leaf and its siblings do not lead to the checkpoint's root
 */
export function verifyProof(
  proof: LogProof,
  leaf: Uint8Array,
  key: NoteKey,
): Outcome<SignedCheckpoint, { readonly reason: "unreadable" | "wrong-log" | "not-signed" | "not-in-log" }> {
  const opened = openCheckpoint(proof.checkpoint, key);
  if (!opened.ok) return opened;
  const { size, root } = opened.value;
  const found = rootFromProof(leafHash(leaf), { index: proof.index, size }, proof.siblings);
  return found && equalBytes(found, root) ? accept(opened.value) : refuse({ reason: "not-in-log" });
}
