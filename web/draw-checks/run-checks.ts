import { typedCode } from "#src/base/code-formats.ts";
import { type Chain, readChain } from "#src/draws/protocol/beacon/chains.ts";
import { readSixWords, sixWordsOf } from "#src/draws/protocol/format/six-words.ts";
import { JSON_LIMITS, readStrictJson } from "#src/draws/protocol/format/strict-json.ts";
import { ENTRANT, type Entrant } from "#src/draws/protocol/list/ticket.ts";
import { lockProofToJudge } from "#src/draws/protocol/log/lock-proof.ts";
import { type JudgedReceipt, receiptToJudge } from "#src/draws/protocol/log/receipt-verdict.ts";
import { type KnownWords, verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { KEY_TYPES, readVkey } from "#src/tlog/format/note.ts";
import type { CheckNews, CheckTask, Hindrance, Source } from "./check-run.ts";

/** The files that are JSON, as the page names them. */
type JsonSource = "transcript" | "chain" | "receipt" | "receiptLog" | "lockProof";

const HASH = /^[0-9a-f]{64}$/;

/** Thrown and caught in this file alone. */
class Hindered extends Error {
  readonly by: Hindrance;

  constructor(by: Hindrance, cause?: unknown) {
    super(by, { cause });
    this.by = by;
  }
}

/**
 * Verifies a draw and reports each step. What was typed may have spaces around it, and capitals where only small
 * letters count, as people copy it.
 *
 * @param now the verifier's clock, in seconds since 1970
 */
export async function runChecks(task: CheckTask, now: number, onNews: (news: CheckNews) => void): Promise<void> {
  try {
    const sixWords = wordsOf(task.lockHash);
    const lockHash = sixWords ? undefined : hashOf("lockHash", task.lockHash);
    const siteKey = hashOf("siteKey", task.siteKey);
    const witnesses = witnessesOf(task.witnesses);
    const mine = entrantOf(task.mine);
    const chain = task.chain && (await chainOf(task.chain));
    const receipt = task.receipt ? await receiptOf(task.receipt, task) : undefined;
    const lockProof = await lockProofOf(task.lockProof, witnesses);
    const transcript = await jsonOf("transcript", task.transcript);
    const list = chunksOf("list", task.list);
    const verified = await verifyDraw(
      {
        ...{ transcript, list, lockHash, sixWords, siteKey, mine, receipt, lockProof, chain },
        isFromBefore: task.isFromBefore,
      },
      {
        now,
        onCheck: (name, result) => onNews({ kind: "check", name, result }),
        onTickets: (count) => onNews({ kind: "tickets", count }),
        onPrizes: (count, of) => onNews({ kind: "prizes", count, of }),
      },
    );
    if (!verified.ok) throw new Hindered("tooLarge");
    onNews({ kind: "report", report: verified.value });
  } catch (error) {
    if (!(error instanceof Hindered)) throw error;
    onNews({ kind: "hindered", by: error.by });
  }
}

function hashOf(field: "lockHash" | "siteKey", typed: string): string | undefined {
  const hash = typed.trim().toLowerCase();
  if (hash === "") return undefined;
  if (!HASH.test(hash)) throw new Hindered(field);
  return hash;
}

/** Six words instead of a lock hash: what has spaces between letters is none. */
function wordsOf(typed: string): KnownWords | undefined {
  if (!/\p{L}\s+\p{L}/u.test(typed.trim())) return undefined;
  const words = readSixWords(typed);
  if (words === undefined) throw new Hindered("lockHash");
  return { words, wordsOf: sixWordsOf };
}

function witnessesOf(typed: string): string[] {
  const keys = typed.split("\n").flatMap((line) => line.trim() || []);
  if (!keys.every((key) => readVkey(key)?.type === KEY_TYPES.cosignature)) throw new Hindered("witnesses");
  return keys;
}

/** A receipt, and of a draw of this site what its log says of the receipt's seal. */
async function receiptOf(source: Source, { receiptLog, logAddress }: CheckTask): Promise<JudgedReceipt> {
  const signed = await jsonOf("receipt", source);
  const { seal } = receiptToJudge({ signed });
  const asked = seal !== undefined && logAddress !== undefined ? `${logAddress}/${seal}` : undefined;
  const log = receiptLog ?? asked;
  return receiptToJudge({ signed, log: log && (await jsonOf("receiptLog", log)) });
}

/** The proof of a lock is asked for where somebody named witnesses: without them it says nothing more. */
async function lockProofOf(source: Source | undefined, witnesses: readonly string[]) {
  if (source === undefined || witnesses.length === 0) return undefined;
  return lockProofToJudge({ answer: await jsonOf("lockProof", source), witnesses });
}

/**
 * The entrant, if an entry code or a key was typed: an entry can be without an e-mail, and a raffle is known
 * beforehand.
 */
function entrantOf({ email, entryCode, key, raffle }: CheckTask["mine"]): Entrant | undefined {
  if (entryCode.trim() === "" && key.trim() === "") return undefined;
  const entrant: Entrant = {
    email: email.trim(),
    entryCode: typedCode(entryCode),
    key: key.trim().toLowerCase(),
    raffle: typedCode(raffle),
  };
  for (const [field, kind] of Object.entries(ENTRANT)) {
    if (!kind.holds(entrant[field as keyof Entrant])) throw new Hindered(field as keyof Entrant);
  }
  return entrant;
}

async function chainOf(file: Blob): Promise<Chain> {
  const chain = readChain(await jsonOf("chain", file));
  if (!chain.ok) throw new Hindered("chain");
  return chain.value;
}

async function jsonOf(what: JsonSource, source: Source): Promise<unknown> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunksOf(what, source)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > JSON_LIMITS.bytes) throw new Hindered("tooLarge");
  }
  const read = readStrictJson(new Uint8Array(await new Blob(chunks).arrayBuffer()));
  if (!read.ok) throw new Hindered(what);
  return read.value;
}

/** The bytes of a source, asked for when the first of them is wanted. Not every browser can iterate a stream itself. */
async function* chunksOf(what: JsonSource | "list", source: Source): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const isFile = typeof source !== "string";
  const lost = (cause?: unknown) => new Hindered(isFile ? what : "unreachable", cause);
  const answer = isFile ? new Response(source) : await fetch(source).catch((cause) => Promise.reject(lost(cause)));
  if (!answer.ok || !answer.body) throw lost(answer.status);
  const reader = answer.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => Promise.reject(lost(cause)));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
