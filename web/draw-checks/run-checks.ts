import { typedCode } from "#src/base/code-formats.ts";
import { type Chain, readChain } from "#src/draws/protocol/beacon/chains.ts";
import { JSON_LIMITS, readStrictJson } from "#src/draws/protocol/format/strict-json.ts";
import { ENTRANT, type Entrant } from "#src/draws/protocol/list/ticket.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import type { CheckNews, CheckTask, Hindrance, Source } from "./check-run.ts";

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
 * Verifies a draw and tells each step. What was typed may have spaces around it, and capitals where only small letters
 * count, as people copy it.
 *
 * @param now the verifier's clock, in seconds since 1970
 */
export async function runChecks(task: CheckTask, now: number, tell: (news: CheckNews) => void): Promise<void> {
  try {
    const lockHash = hashOf("lockHash", task.lockHash);
    const siteKey = hashOf("siteKey", task.siteKey);
    const mine = entrantOf(task.mine);
    const chain = task.chain && (await chainOf(task.chain));
    const transcript = await jsonOf("transcript", task.transcript);
    const list = piecesOf("list", task.list);
    const verified = await verifyDraw(
      { transcript, list, lockHash, siteKey, mine, chain },
      {
        now,
        onCheck: (name, result) => tell({ kind: "check", name, result }),
        onTickets: (count) => tell({ kind: "tickets", count }),
        onPrizes: (count, of) => tell({ kind: "prizes", count, of }),
      },
    );
    if (!verified.ok) throw new Hindered("tooLarge");
    tell({ kind: "report", report: verified.value });
  } catch (error) {
    if (!(error instanceof Hindered)) throw error;
    tell({ kind: "hindered", by: error.by });
  }
}

function hashOf(field: "lockHash" | "siteKey", typed: string): string | undefined {
  const hash = typed.trim().toLowerCase();
  if (hash === "") return undefined;
  if (!HASH.test(hash)) throw new Hindered(field);
  return hash;
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

async function jsonOf(what: "transcript" | "chain", source: Source): Promise<unknown> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of piecesOf(what, source)) {
    pieces.push(piece);
    length += piece.length;
    if (length > JSON_LIMITS.bytes) throw new Hindered("tooLarge");
  }
  const read = readStrictJson(new Uint8Array(await new Blob(pieces).arrayBuffer()));
  if (!read.ok) throw new Hindered(what);
  return read.value;
}

/** The bytes of a source, asked for when the first of them is wanted. Not every browser can iterate a stream itself. */
async function* piecesOf(
  what: "transcript" | "list" | "chain",
  source: Source,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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
