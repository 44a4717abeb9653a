import type { Clock } from "#src/base/clock.ts";
import { judgeCheckpoint, type NotCosigned, readAddCheckpoint } from "../format/add-checkpoint.ts";
import { readCheckpoint } from "../format/checkpoint.ts";
import { cosign } from "../format/cosignature.ts";
import { type NoteKey, type NoteSigner, readVkey } from "../format/note.ts";

/** What a witness remembers of a log: the newest checkpoint that it cosigned, as a note with all signatures. */
export type Witnessed = { readonly size: number; readonly checkpoint: string };

/** Where a witness keeps it. Each change is on disk before it is answered. */
export type WitnessStore = {
  read(origin: string): Promise<Witnessed | null>;
  /** Replaces what was read. False, and nothing changed, where another request was first. */
  replace(origin: string, before: number, after: Witnessed): Promise<boolean>;
};

export type WitnessOptions = {
  readonly store: WitnessStore;
  readonly signer: NoteSigner;
  /** The key of a log that this witness follows. */
  keyOf(origin: string): Promise<NoteKey | null>;
  readonly clock: Clock;
};

/** An answer by c2sp.org/tlog-witness. */
export type WitnessAnswer = { readonly status: number; readonly body: string; readonly type?: string };

const STATUS = { unreadable: 400, "not-signed": 403, "other-size": 409, "not-grown": 422 } as const;
/** How often a request begins anew that lost to another one of its log. */
const ATTEMPTS = 3;

/** Answers a log that asks for a cosignature: POST add-checkpoint. */
export async function addCheckpoint(options: WitnessOptions, body: string): Promise<WitnessAnswer> {
  const request = readAddCheckpoint(body);
  if (!request) return { status: 400, body: "This is no request of c2sp.org/tlog-witness.\n" };
  const key = await options.keyOf(request.origin);
  if (!key) return { status: 404, body: "This witness does not follow that log.\n" };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const stored = await options.store.read(request.origin);
    const last = stored && (readCheckpoint(stored.checkpoint) ?? null);
    const judged = judgeCheckpoint(request, key, last);
    if (!judged.ok) return refusalOf(judged.refusal);
    const { note, size } = judged.value;
    const line = cosign(note.text, options.signer, Math.floor(options.clock().getTime() / 1000));
    const checkpoint = `${request.checkpoint}${line}`;
    if (await options.store.replace(request.origin, last?.size ?? 0, { size, checkpoint })) {
      return { status: 200, body: line };
    }
  }
  return { status: 503, body: "Others ask for the same log: ask again.\n" };
}

/**
 * Which key a log has whose name somebody sends, among those that are followed. A site that had to begin its log anew,
 * after a backup was restored, has one under the same key whose name goes on.
 */
export function keyAmong(vkeys: readonly string[], origin: string): NoteKey | null {
  for (const vkey of vkeys) {
    const key = readVkey(vkey);
    if (key && (key.name === origin || origin.startsWith(`${key.name}/`))) return { ...key, name: origin };
  }
  return null;
}

function refusalOf(refusal: NotCosigned): WitnessAnswer {
  const status = STATUS[refusal.reason];
  if (refusal.reason === "other-size") return { status, body: `${refusal.size}\n`, type: "text/x.tlog.size" };
  return { status, body: `Not cosigned: ${refusal.reason}.\n` };
}
