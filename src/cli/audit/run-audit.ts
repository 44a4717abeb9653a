import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Chain } from "#src/draws/protocol/beacon/chains.ts";
import { sixWordsOf } from "#src/draws/protocol/format/six-words.ts";
import type { Ticket } from "#src/draws/protocol/list/ticket.ts";
import { auditDraw, convicts } from "#src/draws/protocol/log/audit.ts";
import { auditedDraw } from "#src/draws/protocol/log/audited-draw.ts";
import { LOGGED_WITHIN } from "#src/draws/protocol/log/leaf.ts";
import { lockProofToJudge } from "#src/draws/protocol/log/lock-proof.ts";
import { RaffleLeaves } from "#src/draws/protocol/log/raffle-leaves.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { readVkey } from "#src/tlog/format/note.ts";
import { EXIT, type ExitCode } from "../verify/exit.ts";
import { readJson } from "../verify/input.ts";
import { linesOf } from "../verify/lines.ts";
import type { AuditArguments } from "./arguments.ts";
import { findingLines } from "./lines.ts";
import { readWholeLog } from "./read-log.ts";
import type { SiteReader } from "./site-reader.ts";

/** What an audit found: the exit code, and lines for a person. */
export type Audited = { readonly code: ExitCode; readonly lines: readonly string[] };

export type AuditOptions = {
  /** An empty one, for what the site answers. */
  readonly folder: string;
  /** The verifier's clock, in seconds since 1970. */
  readonly now: number;
  /** A chain given by hand, beside those that are pinned. */
  readonly chain: Chain | undefined;
};

/**
 * Verifies a draw and compares it with its site's whole log.
 *
 * @returns refusal: what cannot be read, for a person
 */
export async function runAudit(
  site: SiteReader,
  args: Pick<AuditArguments, "raffle" | "lockHash" | "witnesses" | "logKey">,
  { folder, now, chain }: AuditOptions,
): Promise<Outcome<Audited, string>> {
  const lines: string[] = [];
  const end = (code: Audited["code"]) => accept({ code, lines });
  const files = await download(site, args.raffle, folder);
  if (!files.ok) return files;
  const { transcript, list, proof } = files.value;
  const known = files.value.known as { readonly log?: { readonly key?: unknown } } | null;
  const logKey = args.logKey ?? known?.log?.key;
  const key = typeof logKey === "string" ? readVkey(logKey) : undefined;
  if (typeof logKey !== "string" || !key) return refuse("The site names no key of a log.");
  const lockProof = lockProofToJudge({ answer: proof, logKey, witnesses: args.witnesses });
  const { lockHash } = args;
  const input = { transcript, list: createReadStream(list), lockHash, chain, lockProof };
  const verified = await verifyDraw(input, { now, hash: nodeSha256 });
  if (!verified.ok) return refuse(`This draw is larger than is verified here: too many ${verified.refusal.tooLarge}.`);
  const report = verified.value;
  const words = report.lockHash === undefined ? undefined : await sixWordsOf(report.lockHash);
  lines.push(...linesOf(report, now, words));
  if (report.lockHash === undefined || report.lockProof?.state !== "logged") return end(EXIT.wrong);

  const draw = auditedDraw(transcript as Transcript, report.lockHash);
  const leaves = new RaffleLeaves(report.lockProof.leaf.raffle, draw.lockedAt + LOGGED_WITHIN);
  const onLeaf: Parameters<typeof readWholeLog>[2]["onLeaf"] = (index, leaf) => leaves.add(index, leaf);
  const log = await readWholeLog(site, key, { sizeOfInterest: draw.checkpoint?.size ?? 0, onLeaf });
  if (!log.ok && !log.refusal.isWrong) return refuse(log.refusal.why);
  if (!log.ok) {
    lines.push(`The log: WRONG, ${log.refusal.why}.`);
    return end(EXIT.wrong);
  }
  const { checkpoint, rootAt } = log.value;
  const findings = await auditDraw(draw, leaves, { tickets: ticketsIn(list), rootAtCheckpoint: rootAt });
  lines.push("", ...findingLines(findings, { seals: leaves.seals.size, leaves: checkpoint.size }));
  if (findings.some(convicts)) return end(EXIT.wrong);
  if (report.transcript === "not-drawn-yet") return end(EXIT.notDrawn);
  return end(report.fixedBefore === "not-proven" ? EXIT.notProven : EXIT.proven);
}

type Files = {
  readonly transcript: unknown;
  /** The path of the list. */
  readonly list: string;
  readonly proof: unknown;
  readonly known: unknown;
};

/** Stores what a site publishes of a draw in a folder, and reads all but the list. */
async function download(site: SiteReader, raffle: string, folder: string): Promise<Outcome<Files, string>> {
  const api = `/api/raffles/${raffle}`;
  const list = join(folder, "list.jsonl");
  const body = await site.stream(`${api}/draw/tickets`);
  if (!body.ok) return body;
  await writeFile(list, body.value);
  const read: unknown[] = [];
  for (const path of [`${api}/draw`, `${api}/draw/log`, "/.well-known/tambiolo.json"]) {
    const bytes = await site.bytes(path);
    if (!bytes.ok) return bytes;
    const file = join(folder, `${read.length}.json`);
    await writeFile(file, bytes.value);
    const value = await readJson(file);
    if (!value.ok) return refuse(`${path}: ${value.refusal}`);
    read.push(value.value);
  }
  const [transcript, proof, known] = read;
  return accept({ transcript, list, proof, known });
}

/** The lines of a list that was verified. */
async function* ticketsIn(list: string): AsyncGenerator<Ticket> {
  for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line) as Ticket;
  }
}
