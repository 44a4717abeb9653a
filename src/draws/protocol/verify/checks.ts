import { hashOf, type Sha256 } from "#src/base/hashing/sha256.ts";
import { type Beacon, faultOfBeacon } from "../beacon/beacon.ts";
import type { Chain } from "../beacon/chains.ts";
import { timeOfRound } from "../beacon/round.ts";
import type { Fault } from "../format/fault.ts";
import { faultOfDifference } from "../format/members.ts";
import { faultOfSignature } from "../format/signature.ts";
import { timeOf } from "../format/times.ts";
import type { ReadList } from "../list/read-list.ts";
import { type Entrant, lineOf, sealOf } from "../list/ticket.ts";
import { faultOfRound, type OpenLock } from "../lock.ts";
import { isSignedLock, type OpenTranscript } from "../transcript.ts";
import { type Drawn, drawPrizes, seedOf } from "../winners/draw.ts";
import { faultOfReplacements } from "../winners/replacement-faults.ts";
import { faultOfConsents } from "../winners/replacement-proof.ts";
import type { Replacement } from "../winners/replacements.ts";
import { faultOfResults, shownWinners } from "../winners/results.ts";
import type { CheckName, CheckResult } from "./report.ts";

/** What the checks after "plan" and "list" start from. */
export type Context = {
  readonly input: {
    readonly lockHash?: string | undefined;
    readonly sixWords?: { readonly words: string } | undefined;
    readonly siteKey?: string | undefined;
    readonly mine?: Entrant | undefined;
  };
  /** The six words of the lock, where some were given. */
  readonly words: string | undefined;
  readonly now: number;
  readonly hash: Sha256;
  readonly onPrize?: ((count: number) => void) | undefined;
  readonly transcript: OpenTranscript;
  readonly lock: OpenLock;
  readonly chain: Chain;
  readonly read: ReadList;
};

type NamedCheck = readonly [name: CheckName, check: () => CheckResult];

/** The checks after "plan" and "list", in order. Each may be done only if all before it were right. */
export function checksOfDraw(context: Context): readonly NamedCheck[] {
  const { transcript, lock, chain, read } = context;
  return [
    ["root", () => resultOf(faultOfDifference("lock.root", read.root, lock.root), () => read.root)],
    ["round", () => resultOf(faultOfRound(lock, chain), () => `${lock.round} (${timeOf(drawnAtOf(context))})`)],
    [
      "signature",
      () =>
        resultOf(faultOfSignature(lock, transcript.signature, transcript.siteKey), () => String(transcript.signature)),
    ],
    ...checksOfRandomness(context),
    ...checksOfInput(context),
  ];
}

/** What follows from the randomness; a lock without one waits for it. */
function checksOfRandomness(context: Context): readonly NamedCheck[] {
  const { transcript, lock, chain, read, now, hash, onPrize } = context;
  if (isSignedLock(transcript)) {
    const waiting = (): CheckResult => ({ state: "waiting" });
    return (["beacon", "seed", "results", "replacements"] as const).map((name) => [name, waiting]);
  }
  const { beacon, seed, results, replacements } = transcript;
  const count = Array.isArray(replacements) ? replacements.length : 0;
  let drawn: Drawn | undefined;
  const draw = () => {
    drawn ??= drawPrizes(lock.plan, read.list, seed as string, { replacements: count, hash, onPrize });
    return drawn;
  };
  return [
    [
      "beacon",
      () => resultOf(faultOfBeacon(chain, lock.round as number, beacon), () => String((beacon as Beacon).signature)),
    ],
    [
      "seed",
      () => {
        const expected = seedOf(lock.plan.protocol, hashOf(lock), (beacon as Beacon).randomness);
        return resultOf(faultOfDifference("seed", expected, seed), () => expected);
      },
    ],
    ["results", () => resultOf(faultOfResults(draw().results, results), () => shownWinners(draw().results))],
    [
      "replacements",
      () => {
        const facts = { lock, siteKey: transcript.siteKey, drawn: draw(), drawnAt: drawnAtOf(context), now };
        return resultOf(faultOfReplacements(replacements, facts), () => String(count));
      },
    ],
  ];
}

/** What can be compared with what somebody knows from elsewhere. */
function checksOfInput(context: Context): readonly NamedCheck[] {
  const { input, words, transcript, read } = context;
  const { lockHash, siteKey, mine } = input;
  const notGiven: CheckResult = { state: "not-given" };
  return [
    [
      "lock-hash",
      () =>
        lockHash === undefined && words === undefined
          ? notGiven
          : resultOf(faultOfKnownLock(context), () => lockHash ?? words ?? ""),
    ],
    [
      "site-key",
      () =>
        siteKey === undefined
          ? notGiven
          : resultOf(faultOfDifference("siteKey", siteKey, transcript.siteKey), () => siteKey),
    ],
    ["ticket", () => (mine === undefined ? notGiven : resultOf(faultOfMine(mine, context), () => lineOfSealed(read)))],
  ];
}

function faultOfKnownLock({ input: { lockHash, sixWords }, words, lock }: Context): Fault | undefined {
  const ofHash = lockHash === undefined ? undefined : faultOfDifference("lock", lockHash, hashOf(lock));
  return ofHash ?? faultOfDifference("lock", sixWords?.words, words);
}

function faultOfMine(mine: Entrant, { transcript, lock, read: { sealed } }: Context): Fault | undefined {
  const { raffle } = lock.plan;
  if (mine.raffle !== raffle) return { rule: "own-raffle", where: "raffle", expected: raffle, found: mine.raffle };
  if (!sealed) return { rule: "own-seal", where: "list", expected: sealOf(mine), found: "—" };
  // They are as they have to be: the check of the replacements was right, or they are not there yet.
  const replacements = (transcript.replacements ?? []) as readonly Replacement[];
  return faultOfConsents(replacements, { ticket: sealed.ticket, key: mine.key, lock: hashOf(lock) });
}

function lineOfSealed({ sealed }: ReadList): string {
  return sealed ? lineOf(sealed) : "";
}

function drawnAtOf({ chain, lock }: Context): number {
  return timeOfRound(chain, lock.round as number);
}

/** What was found is asked only of what is right: before that, a value can be anything. */
function resultOf(fault: Fault | undefined, found: () => string): CheckResult {
  return fault ? { state: "wrong", fault } : { state: "right", found: found() };
}
