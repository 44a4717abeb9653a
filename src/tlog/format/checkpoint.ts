import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { HASH_BYTES } from "./merkle.ts";
import { isSignedBy, KEY_TYPES, type Note, type NoteKey, readNote } from "./note.ts";

/** What a log says of itself (c2sp.org/tlog-checkpoint): which log it is, how many leaves it has, and their root. */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Uint8Array };

/** A checkpoint, and the note that it was read of, with all signatures that the note has. */
export type SignedCheckpoint = Checkpoint & { readonly note: Note };

const SIZE = /^(0|[1-9][0-9]{0,15})$/;

/** The text that is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads a checkpoint without verifying it. Lines after the third are not read, as the standard allows them. */
export function readCheckpoint(text: string): SignedCheckpoint | undefined {
  const note = readNote(text);
  const [origin = "", size = "", encoded = "", ...more] = note?.text.slice(0, -1).split("\n") ?? [];
  const root = fromBase64(encoded);
  const count = Number(size);
  const isWhole = origin !== "" && SIZE.test(size) && Number.isSafeInteger(count) && !more.includes("");
  if (!note || !isWhole || root?.length !== HASH_BYTES) return undefined;
  return { origin, size: count, root, note };
}

/**
 * Reads a checkpoint of a log whose key is known.
 *
 * @param key its name is the log's origin
 * @returns refusals: `unreadable`; `wrong-log` for another origin; `not-signed`, also where one signature of the key is
 *   wrong
 */
export function openCheckpoint(
  text: string,
  key: NoteKey,
): Outcome<SignedCheckpoint, { readonly reason: "unreadable" | "wrong-log" | "not-signed" }> {
  const checkpoint = readCheckpoint(text);
  if (!checkpoint) return refuse({ reason: "unreadable" });
  if (checkpoint.origin !== key.name) return refuse({ reason: "wrong-log" });
  return key.type === KEY_TYPES.note && isSignedBy(key, checkpoint.note)
    ? accept(checkpoint)
    : refuse({ reason: "not-signed" });
}
