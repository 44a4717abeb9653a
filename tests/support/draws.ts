import { createHash } from "node:crypto";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { type Beacon, randomnessOf } from "#src/draws/protocol/beacon/beacon.ts";
import { type Chain, QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { timeOfRound } from "#src/draws/protocol/beacon/round.ts";
import { signObject, siteKeyOf } from "#src/draws/protocol/format/signature.ts";
import { secondsOf } from "#src/draws/protocol/format/times.ts";
import { type ReadList, readList } from "#src/draws/protocol/list/read-list.ts";
import { type Entrant, lineOf, sealOf, type Ticket } from "#src/draws/protocol/list/ticket.ts";
import { type LockBasis, makeLock } from "#src/draws/protocol/lock.ts";
import { inDrawOrder, type Plan, type PlannedPrize, PROTOCOL_1, PROTOCOL_2 } from "#src/draws/protocol/plan.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { drawPrizes, seedOf } from "#src/draws/protocol/winners/draw.ts";
import { signReplacement } from "#src/draws/protocol/winners/replacement-proof.ts";
import type { Replacement } from "#src/draws/protocol/winners/replacements.ts";
import { Succession } from "#src/draws/protocol/winners/succession.ts";
import { keyOf, vkeyOf } from "#src/tlog/format/note.ts";

/** Signatures that the quicknet beacon published, by round number. */
export const QUICKNET_SIGNATURES: Readonly<Record<number, string>> = {
  1: "b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b",
  1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
  1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
  1002: "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
  1003: "b104c82771698f45fd8dcfead083d482694c31ab519bcef077f126f3736fe98c8392fd5d45d88aeb76b56ccfcb0296d7",
  10000000: "a187c9f5800521e986b5658924696682071ce7ae965486e8fd08bc2c4758bdbb9ed9ecb7beee392a38214e321ecd434f",
};

/** The draw date of all plans here unless they set another. It belongs to quicknet's round 1000. */
const DRAW_DATE = "2023-08-23T15:59:24Z";
export const AN_HOUR_BEFORE = "2023-08-23T14:59:24Z";

/** A test key that no site uses. */
export const SECRET_KEY = new Uint8Array(digest("the key of no site"));

export const SITE_KEY = siteKeyOf(SECRET_KEY);

export function quicknet(): Chain {
  return QUICKNET;
}

export function beaconOf(round: number): Beacon {
  const signature = QUICKNET_SIGNATURES[round];
  if (signature === undefined) throw new Error(`Round ${round} is not one of those here.`);
  return { round, signature, randomness: randomnessOf(signature) };
}

/** A plan with one prize for everyone, and the given changes. */
export function planOf(changes: Partial<Plan> = {}): Plan {
  const { prizes = [prizeOf("RICE")], ...others } = changes;
  return {
    protocol: PROTOCOL_1,
    raffle: "FIESTA26",
    drawDate: DRAW_DATE,
    chain: quicknet().hash,
    leadSeconds: 3600,
    requires: "all-rules",
    weight: "equal",
    maxChances: 1,
    onePrizePerEntry: true,
    reserves: 2,
    claimDays: 60,
    ...others,
    prizes: inDrawOrder(prizes),
  };
}

export function prizeOf(prizeCode: string, changes: Partial<PlannedPrize> = {}): PlannedPrize {
  return { prizeCode, orderNumber: 1, winners: 1, pool: "everyone", ...changes };
}

/** The same of /2, with no pause and every prize given for certain unless it says otherwise. */
export function secondPlanOf(changes: Partial<Plan> = {}): Plan {
  const { prizes = [prizeOf("RICE")], ...others } = changes;
  return {
    ...planOf({ closes: AN_HOUR_BEFORE, pauseDays: 0, ...others }),
    protocol: PROTOCOL_2,
    prizes: inDrawOrder(prizes.map((prize) => ({ odds: { chances: 1, of: 1 }, ...prize }))),
  };
}

/** A checkpoint of a log of no site, and no draw before. */
export const BASIS: LockBasis = {
  checkpoint: {
    log: vkeyOf(keyOf({ name: "raffles.example/log", secretKey: SECRET_KEY }, 1)),
    size: 12,
    root: digest("the root of no log").toString("hex"),
  },
  pausedBy: [],
};

/** An entrant of a raffle. The same number always gives the same entrant. */
export function entrantOf(raffle: string, number: number): Entrant {
  const random = digest(`${raffle} ${number}`);
  const entryCode = [...random.subarray(0, 8)].map((byte) => String.fromCharCode(65 + (byte % 26))).join("");
  return { email: `entrant${number}@example.com`, entryCode, key: random.toString("hex", 16, 32), raffle };
}

/** Builds tickets in order of number, from the fields that differ from the default. */
export function ticketsOf(plan: Plan, specials: readonly Partial<Omit<Ticket, "ticket" | "seal">>[]): Ticket[] {
  return specials.map((special, index) => {
    const out = special.out ?? "";
    const seal = sealOf(entrantOf(plan.raffle, index + 1));
    return { ticket: index + 1, chances: out === "" ? 1 : 0, wishes: [], ...special, out, seal };
  });
}

export function listOf(tickets: readonly Ticket[]): string {
  return tickets.map((ticket) => `${lineOf(ticket)}\n`).join("");
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Reads a list as the site does before it locks. */
export async function readListText(plan: Plan, list: string, pausedBy: readonly string[] = []): Promise<ReadList> {
  const read = await readList(plan, [bytesOf(list)], { pausedBy });
  if (!read.ok) throw new Error(`The list is refused: ${JSON.stringify(read.refusal)}`);
  return read.value;
}

export type PlannedDraw = {
  readonly plan: Plan;
  readonly list: string;
  readonly lockedAt?: string;
  /** Of a plan of /2. */
  readonly basis?: LockBasis;
  /** Who drops out, why and when. The draw determines the successors; each of /2 follows the one before it. */
  readonly replacements?: readonly Omit<Replacement, "to" | "previous" | "signature">[];
};

/** Locks and draws as a site does. */
export async function drawOf({
  plan,
  list,
  lockedAt = AN_HOUR_BEFORE,
  basis = BASIS,
  replacements = [],
}: PlannedDraw): Promise<Transcript> {
  const read = await readListText(plan, list, basis.pausedBy);
  const lock = makeLock(plan, read, secondsOf(lockedAt) ?? 0, quicknet(), basis);
  const beacon = beaconOf(lock.round);
  const seed = seedOf(plan.protocol, hashOf(lock), beacon.randomness);
  const drawn = drawPrizes(plan, read.list, seed, { replacements: replacements.length });
  const succession = new Succession(plan, drawn, timeOfRound(quicknet(), lock.round));
  let previous = hashOf(lock);
  return {
    lock,
    signature: signObject(lock, SECRET_KEY),
    siteKey: SITE_KEY,
    beacon,
    seed,
    results: drawn.results,
    replacements: replacements.map((one) => {
      const to = succession.replace(one.prizeCode, one.from, secondsOf(one.at) ?? 0);
      if (plan.protocol === PROTOCOL_1) return { ...one, to };
      const signed = signReplacement({ announced: "", consent: "", ...one, to, previous }, SECRET_KEY);
      previous = hashOf(signed);
      return signed;
    }),
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
