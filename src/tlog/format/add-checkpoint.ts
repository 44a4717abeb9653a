import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { type Checkpoint, openCheckpoint, readCheckpoint, type SignedCheckpoint } from "./checkpoint.ts";
import { equalBytes, onlyGrew } from "./merkle.ts";
import type { NoteKey } from "./note.ts";

/** What a log sends to a witness (c2sp.org/tlog-witness): a checkpoint, and that it only grew since a size. */
export type AddCheckpoint = {
  readonly before: number;
  readonly proof: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
};

/** The most hashes that a proof may have by the standard. */
const MAX_PROOF = 63;

/** The body of such a request. */
export function addCheckpointBody({ before, proof, checkpoint }: AddCheckpoint): string {
  return `${[`old ${before}`, ...proof.map(toBase64)].join("\n")}\n\n${checkpoint}`;
}

/** Reads such a body, and which log it is of; undefined for any other. */
export function readAddCheckpoint(body: string): (AddCheckpoint & Pick<Checkpoint, "origin" | "size">) | undefined {
  const end = body.indexOf("\n\n");
  const [first = "", ...hashes] = body.slice(0, end).split("\n");
  const [, digits] = /^old (0|[1-9][0-9]{0,15})$/.exec(first) ?? [];
  const proof = hashes.map(fromBase64);
  const checkpoint = body.slice(end + 2);
  const read = end < 0 ? undefined : readCheckpoint(checkpoint);
  if (digits === undefined || !read || hashes.length > MAX_PROOF || !proof.every((hash) => hash !== undefined)) {
    return undefined;
  }
  return { before: Number(digits), proof, checkpoint, origin: read.origin, size: read.size };
}

/** Why a witness does not cosign, by the standard's statuses. */
export type NotCosigned =
  | { readonly reason: "unreadable" | "not-signed" | "not-grown" }
  | { readonly reason: "other-size"; readonly size: number };

/**
 * Whether a witness may cosign a checkpoint: it is signed by the log's key, and the log only grew since the one that
 * the witness cosigned last.
 *
 * @param last null where it never cosigned one of this log
 * @param verify opens the checkpoint under the key; a server has a faster way
 * @returns refusals: `unreadable` (400) where it is shorter than its own proof says, `other-size` (409), `not-signed`
 *   (403), `not-grown` (422)
 */
export function judgeCheckpoint(
  { before, proof, checkpoint, size }: AddCheckpoint & Pick<Checkpoint, "size">,
  key: NoteKey,
  last: Checkpoint | null,
  verify: typeof openCheckpoint = openCheckpoint,
): Outcome<SignedCheckpoint, NotCosigned> {
  if (before > size) return refuse({ reason: "unreadable" });
  // Costs least, and is what strangers send who repeat a public checkpoint.
  if (before !== (last?.size ?? 0)) return refuse({ reason: "other-size", size: last?.size ?? 0 });
  const opened = verify(checkpoint, key);
  if (!opened.ok) return refuse({ reason: "not-signed" });
  const tree = last ?? { size: 0, root: new Uint8Array() };
  const grew = onlyGrew(tree, opened.value, proof) && (size > 0 || equalBytes(opened.value.root, EMPTY_ROOT));
  return grew ? accept(opened.value) : refuse({ reason: "not-grown" });
}

/** The hash of nothing: the root of a tree without leaves (RFC 9162, 2.1.1). */
const EMPTY_ROOT = fromBase64("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=") ?? new Uint8Array();
