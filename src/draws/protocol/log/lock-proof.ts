import { cosignedAt } from "#src/tlog/format/cosignature.ts";
import { KEY_TYPES, type NoteKey, readVkey } from "#src/tlog/format/note.ts";
import { type Fault, shown } from "../format/fault.ts";
import { faultOfDifference } from "../format/members.ts";
import { secondsOf } from "../format/times.ts";
import type { Leaf } from "./leaf.ts";
import { provedLeaf } from "./proved-leaf.ts";

/** The proof that a lock stands in a log, and whose word counts. */
export type LockProofInput = {
  /** The answer of `/api/raffles/{code}/draw/log`: `{ leaf, proof, cosigned }`. */
  readonly answer: unknown;
  /** The log's key as one word, for locks of `tambiolo-draw/1`, which do not name it, and for a renewed log. */
  readonly logKey?: string | undefined;
  /** The keys of witnesses that the person trusts, each as one word. */
  readonly witnesses: readonly string[];
};

/**
 * What a proof shows: nothing right, or where the lock's leaf stands and which of the trusted witnesses cosigned a log
 * with it. Times are in seconds since 1970.
 */
export type LockProofVerdict =
  | { readonly state: "wrong"; readonly fault: Fault }
  | {
      readonly state: "logged";
      readonly leaf: Extract<Leaf, { kind: "lock" }>;
      readonly index: number;
      readonly loggedAt: number;
      readonly cosigned: readonly { readonly witness: string; readonly at: number }[];
    };

/** A proof for `verifyDraw`, which is handed the judgement: browsers that check no proof do not load it. */
export type JudgedLockProof = {
  /** Judges it by the hash of a lock that was verified, and by the checkpoint that the lock names. */
  judge(lockHash: string, checkpoint: unknown): LockProofVerdict;
};

/** Reads a proof that is to be judged. */
export function lockProofToJudge(input: LockProofInput): JudgedLockProof {
  return { judge: (lockHash, checkpoint) => judgeLockProof(input, lockHash, checkpoint) };
}

function judgeLockProof(
  { answer, logKey, witnesses }: LockProofInput,
  lockHash: string,
  checkpoint: unknown,
): LockProofVerdict {
  const named = (checkpoint as { log?: unknown } | undefined)?.log;
  const words = [logKey, named].filter((word): word is string => typeof word === "string");
  const keys: NoteKey[] = [];
  for (const word of witnesses) {
    const witness = readVkey(word);
    if (witness?.type !== KEY_TYPES.cosignature) return wrong("witness", word);
    keys.push(witness);
  }
  let proved: ReturnType<typeof provedLeaf>;
  for (const word of words) {
    const key = readVkey(word);
    if (!key) return wrong("log", word);
    proved ??= provedLeaf(answer, key);
  }
  if (proved?.leaf.kind !== "lock") {
    return { state: "wrong", fault: { rule: "in-log", where: "log.proof", expected: words.join(" | "), found: "—" } };
  }
  const { leaf, index, note } = proved;
  const fault = faultOfDifference("log.leaf.lock", lockHash, leaf.lock);
  if (fault) return { state: "wrong", fault };
  const cosigned = keys.flatMap((witness) => {
    const at = cosignedAt(witness, note);
    return at === undefined ? [] : [{ witness: witness.name, at }];
  });
  return { state: "logged", leaf, index, loggedAt: secondsOf(leaf.at) ?? 0, cosigned };
}

function wrong(where: string, found: string): LockProofVerdict {
  return { state: "wrong", fault: { rule: "key", where, expected: "c2sp.org/signed-note", found: shown(found) } };
}
