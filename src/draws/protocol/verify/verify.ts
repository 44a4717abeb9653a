import { hashOf, type Sha256, sha256 } from "#src/base/hashing/sha256.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { CHAINS, type Chain } from "../beacon/chains.ts";
import { timeOfRound } from "../beacon/round.ts";
import type { Fault } from "../format/fault.ts";
import { faultOfValue, wholeNumber } from "../format/members.ts";
import { type Chunks, type ReadList, readList, type TooLarge } from "../list/read-list.ts";
import { type Entrant, sealOf } from "../list/ticket.ts";
import { faultOfSums, type OpenLock, readLock } from "../lock.ts";
import type { JudgedLockProof } from "../log/lock-proof.ts";
import type { JudgedReceipt } from "../log/receipt-verdict.ts";
import { faultOfTranscript, type OpenTranscript } from "../transcript.ts";
import type { PrizeResult } from "../winners/draw.ts";
import type { Replacement } from "../winners/replacements.ts";
import { checksOfDraw } from "./checks.ts";
import { type CheckName, type CheckResult, type Learned, type Report, reportOf } from "./report.ts";

/** Six words, and how they are made of a lock hash: handed in, since browsers load the list only to compare words. */
export type KnownWords = { readonly words: string; readonly wordsOf: (lockHash: string) => Promise<string> };

/** What was given to verify. */
export type VerifierInput = {
  /** A transcript, or of a raffle that waits for its draw the signed lock alone: as readStrictJson reads it. */
  readonly transcript: unknown;
  /** The list file. */
  readonly list: Chunks;
  /** The lock hash that one got before the time of the lock's round. */
  readonly lockHash?: string | undefined;
  /** The six words of the lock hash that one got, instead of it or beside it. */
  readonly sixWords?: KnownWords | undefined;
  /** False where the person does not say that they got hash or words before the round: then they prove nothing. */
  readonly isFromBefore?: boolean | undefined;
  readonly siteKey?: string | undefined;
  /** What an entrant knows of their own entry. */
  readonly mine?: Entrant | undefined;
  /** An entrant's receipt, instead of what they know of their entry. */
  readonly receipt?: JudgedReceipt | undefined;
  /** The proof that the lock stands in the site's log, and the witnesses whom the person trusts. */
  readonly lockProof?: JudgedLockProof | undefined;
  /** A chain given by hand, beside those that are pinned. */
  readonly chain?: Chain | undefined;
};

/** What is called while a verification goes on. */
export type Watcher = {
  readonly onCheck?: (name: CheckName, result: CheckResult) => void;
  readonly onTickets?: (count: number) => void;
  /** How many prizes of how many are drawn again. */
  readonly onPrizes?: (count: number, of: number) => void;
};

/**
 * Verifies a draw, or a lock that waits for one, without asking anybody.
 *
 * @param options the verifier's clock, in seconds since 1970, and a quicker hash where there is one, and what is
 *   called at each step
 * @returns a report; or, of what is too large to be verified, which limit it is beyond
 */
export async function verifyDraw(
  input: VerifierInput,
  { now, hash = sha256, onCheck, onTickets, onPrizes }: Watcher & { readonly now: number; readonly hash?: Sha256 },
): Promise<Outcome<Report, TooLarge>> {
  const results = new Map<CheckName, CheckResult>();
  const learned: Learned = { chainByHand: input.chain !== undefined, isFromBefore: input.isFromBefore ?? true };
  const done = (name: CheckName, result: CheckResult) => {
    results.set(name, result);
    onCheck?.(name, result);
  };
  const wrong = (name: CheckName, fault: Fault) => {
    done(name, { state: "wrong", fault });
    return accept(reportOf(results, learned));
  };

  const opened = open(input);
  if (!opened.ok) return wrong("plan", opened.refusal);
  const { transcript, lock, chain } = opened.value;
  done("plan", { state: "right", found: hashOf(lock.plan) });

  const read = await readListOf(lock, input, { hash, onTickets });
  if (!read.ok) return "tooLarge" in read.refusal ? refuse(read.refusal) : wrong("list", read.refusal);
  done("list", { state: "right", found: `${read.value.list.count}, ${read.value.list.chances}` });

  const onPrize = (count: number) => onPrizes?.(count, lock.plan.prizes.length);
  const words = await input.sixWords?.wordsOf(hashOf(lock));
  const context = { input, words, now, hash, onPrize, transcript, lock, chain, read: read.value };
  for (const [name, check] of checksOfDraw(context)) {
    const result = check();
    done(name, result);
    if (result.state === "wrong") break;
  }
  const more = learnedOf({ transcript, lock, chain }, read.value, results);
  // A lock that is not the site's says nothing about its receipts.
  const receipt =
    input.receipt && results.get("signature")?.state === "right"
      ? input.receipt.judge({ lock, siteKey: transcript.siteKey, ticket: read.value.sealed })
      : undefined;
  const { lockHash } = more;
  const lockProof = lockHash === undefined ? undefined : input.lockProof?.judge(lockHash, lock.checkpoint);
  const judged = { ...(receipt && { receipt }), ...(lockProof && { lockProof }) };
  return accept(reportOf(results, { ...learned, ...more, ...judged }));
}

type Opened = { readonly transcript: OpenTranscript; readonly lock: OpenLock; readonly chain: Chain };

/** The check "plan": the members of what was given, of the lock and of the plan, and the plan's values. */
function open({ transcript, chain }: VerifierInput): Outcome<Opened, Fault> {
  const fault = faultOfTranscript(transcript);
  if (fault) return refuse(fault);
  const chains = chain ? [...CHAINS, chain] : CHAINS;
  const lock = readLock((transcript as OpenTranscript).lock, chains);
  if (!lock.ok) return lock;
  const own = chains.find(({ hash }) => hash === lock.value.plan.chain);
  if (!own) throw new Error("A plan was read that names no known chain.");
  return accept({ transcript: transcript as OpenTranscript, lock: lock.value, chain: own });
}

/** The check "list": the file's lines, and the sums that the lock states of them. */
async function readListOf(
  lock: OpenLock,
  input: VerifierInput,
  options: Pick<Watcher, "onTickets"> & { readonly hash: Sha256 },
): Promise<Outcome<ReadList, Fault | TooLarge>> {
  const fault = faultOfValue("lock.tickets", lock.tickets, wholeNumber(1));
  if (fault) return refuse(fault);
  const seal = input.mine ? sealOf(input.mine) : input.receipt?.seal;
  const read = await readList(lock.plan, input.list, {
    ...options,
    expected: lock.tickets as number,
    pausedBy: lock.pausedBy,
    ...(seal && { seal }),
  });
  if (!read.ok) return read;
  const ofSums = faultOfSums(lock, read.value);
  return ofSums ? refuse(ofSums) : read;
}

/** A hash or a time is reported only once the checks have read what it is made of. */
function learnedOf(
  { transcript, lock, chain }: Opened,
  { list, sealed }: ReadList,
  results: ReadonlyMap<CheckName, CheckResult>,
): Partial<Learned> {
  const isRight = (name: CheckName) => results.get(name)?.state === "right";
  if (!isRight("round")) return {};
  return {
    lockHash: hashOf(lock),
    drawnAt: timeOfRound(chain, lock.round as number),
    ...(isRight("signature") && { lockedAt: lock.lockedAt as string, tickets: list.count }),
    ...(isRight("results") && { drawn: transcript.results as readonly PrizeResult[] }),
    ...(isRight("replacements") && { replacements: transcript.replacements as readonly Replacement[] }),
    ...(isRight("ticket") && sealed && { ticket: sealed }),
  };
}
