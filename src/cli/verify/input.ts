import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type Chain, readChain } from "#src/draws/protocol/beacon/chains.ts";
import { anything, faultOfMembers, hex, type Kind, wholeNumber } from "#src/draws/protocol/format/members.ts";
import { sixWordsOf } from "#src/draws/protocol/format/six-words.ts";
import { JSON_LIMITS, readStrictJson, type Unreadable } from "#src/draws/protocol/format/strict-json.ts";
import { ENTRANT, type Entrant } from "#src/draws/protocol/list/ticket.ts";
import { lockProofToJudge } from "#src/draws/protocol/log/lock-proof.ts";
import { type JudgedReceipt, receiptToJudge } from "#src/draws/protocol/log/receipt-verdict.ts";
import type { VerifierInput } from "#src/draws/protocol/verify/verify.ts";
import type { VerifyArguments } from "./arguments.ts";
import { faultLine } from "./lines.ts";

/** The list is read in chunks of this size. */
const CHUNK_BYTES = 256 * 1024;

const REASONS: Readonly<Record<Unreadable["reason"], string>> = {
  "too-long": `is longer than ${JSON_LIMITS.bytes} bytes`,
  "too-deep": `is nested more than ${JSON_LIMITS.depth} deep`,
  "too-many-values": `has more than ${JSON_LIMITS.values} values`,
  "utf-8": "is not UTF-8",
  "no-json": "is not JSON",
  "member-twice": "has a member twice",
  "no-plain-digits": "has a number that is not written in plain digits",
};

/** Reads the files that the arguments name; the list is a stream. The refusal is a text for a person. */
export async function readInput(args: VerifyArguments): Promise<Outcome<VerifierInput, string>> {
  const transcript = await readJson(args.transcript);
  if (!transcript.ok) return transcript;
  const mine = args.mine === undefined ? accept(undefined) : await readMine(args.mine);
  if (!mine.ok) return mine;
  const chain = args.chain === undefined ? accept(undefined) : await readChainFile(args.chain);
  if (!chain.ok) return chain;
  const receipt = args.receipt === undefined ? accept(undefined) : await readReceipt(args, args.receipt);
  if (!receipt.ok) return receipt;
  const proof = args.lockProof === undefined ? accept(undefined) : await readJson(args.lockProof);
  if (!proof.ok) return proof;
  // Checked here, so that a wrong path is reported at once, not after the first check.
  await access(args.list, constants.R_OK);
  const list = createReadStream(args.list, { highWaterMark: CHUNK_BYTES });
  const { words, siteKey, witnesses, logKey } = args;
  // Whoever has the file of a mail has been sent the lock hash with it.
  const lockHash = args.lockHash ?? (words === undefined ? mine.value?.lockHash : undefined);
  return accept({
    transcript: transcript.value,
    list,
    lockHash,
    sixWords: words === undefined ? undefined : { words, wordsOf: sixWordsOf },
    siteKey,
    mine: mine.value?.entrant,
    receipt: receipt.value,
    lockProof: args.lockProof === undefined ? undefined : lockProofToJudge({ answer: proof.value, logKey, witnesses }),
    chain: chain.value,
  });
}

async function readReceipt({ log, logKey }: VerifyArguments, path: string): Promise<Outcome<JudgedReceipt, string>> {
  const signed = await readJson(path);
  if (!signed.ok) return signed;
  if (log === undefined) return accept(receiptToJudge({ signed: signed.value, logKey }));
  const answer = await readJson(log);
  return answer.ok ? accept(receiptToJudge({ signed: signed.value, log: answer.value, logKey })) : answer;
}

/** The file that comes with the mail about a lock (src/draws/mails/ticket-file.ts): an entry, and what the lock has. */
const MAILED_TICKET: Readonly<Record<string, Kind>> = {
  ...ENTRANT,
  ...{ ticket: wholeNumber(1), lockHash: hex(32), line: anything, proof: anything },
};

type Mine = { readonly entrant: Entrant; readonly lockHash?: string };

async function readMine(path: string): Promise<Outcome<Mine, string>> {
  const read = await readJson(path);
  if (!read.ok) return read;
  if (!faultOfMembers("", read.value, MAILED_TICKET)) {
    const { email, entryCode, key, raffle, lockHash } = read.value as Entrant & { readonly lockHash: string };
    return accept({ entrant: { email, entryCode, key, raffle }, lockHash });
  }
  const fault = faultOfMembers("", read.value, ENTRANT);
  return fault
    ? refuse(`${path} does not describe an entry. ${faultLine(fault)}`)
    : accept({ entrant: read.value as Entrant });
}

/** Reads a file that describes a chain as a drand network's `/info` does. The refusal is a text for a person. */
export async function readChainFile(path: string): Promise<Outcome<Chain, string>> {
  const read = await readJson(path);
  if (!read.ok) return read;
  const chain = readChain(read.value);
  return chain.ok ? chain : refuse(`${path} does not describe a chain. ${faultLine(chain.refusal)}`);
}

/** Reads a file of JSON as verifiers do. The refusal is a text for a person. */
export async function readJson(path: string): Promise<Outcome<unknown, string>> {
  const chunks: Buffer[] = [];
  // Reads one byte more than the limit (`end` is inclusive), which detects a too long file without loading all of it.
  for await (const chunk of createReadStream(path, { end: JSON_LIMITS.bytes })) chunks.push(chunk);
  const read = readStrictJson(Buffer.concat(chunks));
  if (read.ok) return read;
  const { reason, at } = read.refusal;
  return refuse(`${path} ${REASONS[reason]} (at character ${at + 1}).`);
}
