import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Sha256, sha256 } from "#src/base/hashing/sha256.ts";
import type { TicketList } from "../list/ticket-list.ts";
import { type Plan, type PlannedPrize, PROTOCOL_1, type Protocol } from "../plan.ts";
import { isGiven } from "./odds.ts";
import { rankGroups } from "./scores.ts";

/** Who won a prize, and who is next in line. */
export type PrizeResult = {
  readonly prizeCode: string;
  readonly pool: PlannedPrize["pool"];
  /** The whole pool, winners of earlier prizes too. */
  readonly eligible: number;
  /** From /2 on: whether the prize is given at all, by its odds. */
  readonly given?: boolean;
  readonly winners: readonly number[];
  readonly reserves: readonly number[];
};

/** All prizes drawn, and the ranking of each as far as its successors can come from it. */
export type Drawn = { readonly results: readonly PrizeResult[]; readonly rankings: ReadonlyMap<string, Uint32Array> };

/** The seed that a lock and the randomness of its round make, all in hex. */
export function seedOf(protocol: Protocol, lockHash: string, randomness: string): string {
  const message = concatBytes(utf8ToBytes(protocol), Uint8Array.of(0), hexToBytes(lockHash), hexToBytes(randomness));
  return bytesToHex(sha256(message));
}

/** The pool of a prize, and the first tickets of its ranking. */
export type RankedPool = {
  readonly prize: PlannedPrize;
  readonly pool: PlannedPrize["pool"];
  readonly eligible: number;
  readonly given: boolean;
  /** Empty where the prize is not given. */
  readonly ranking: Uint32Array;
};

type DrawOptions = {
  /** How many replacements there are or may come: successors are found that far down. */
  readonly replacements: number;
  readonly hash?: Sha256;
  /** Is called after each prize, with how many are ranked. */
  readonly onPrize?: ((count: number) => void) | undefined;
};

/**
 * Draws all prizes: the winners of all of them first, then the reserves.
 */
export function drawPrizes(
  plan: Plan,
  list: TicketList,
  seed: string,
  { replacements, hash = sha256, onPrize }: DrawOptions,
): Drawn {
  const depth = depthOf(plan, list.count, replacements);
  const chancesOf = (ticket: number) => list.chancesOf(ticket);
  const ranked = plan.prizes.map((prize, index) => {
    const { pool, groups, eligible } = list.poolOf(prize);
    const given = isGiven(prize, seed);
    const scored = { chancesOf, seed, prizeCode: prize.prizeCode };
    const ranking = rankGroups(given ? groups : [], scored, depth, hash);
    onPrize?.(index + 1);
    return { prize, pool, eligible, given, ranking };
  });
  return drawnFrom(plan, ranked);
}

/** How far down its ranking each prize can need tickets. */
export function depthOf({ prizes, reserves }: Plan, count: number, replacements: number): number {
  const places = prizes.reduce((sum, { winners }) => sum + Math.min(winners, count), 0);
  // Whoever is passed over has won something or came as a successor.
  return Math.min(places + Math.max(reserves, replacements + 1), count);
}

/** Winners and reserves, from the ranked pools of all prizes in draw order, each as far down as depthOf says. */
export function drawnFrom({ protocol, onePrizePerEntry, reserves }: Plan, ranked: readonly RankedPool[]): Drawn {
  const winners = new Set<number>();
  const won = ranked.map(({ prize, ranking }) => {
    const first = firstOf(ranking, prize.winners, (ticket) => onePrizePerEntry && winners.has(ticket));
    for (const ticket of first) winners.add(ticket);
    return new Set(first);
  });
  return {
    results: ranked.map(({ prize: { prizeCode }, pool, eligible, given, ranking }, index) => {
      const own = won[index] ?? new Set();
      const passed = onePrizePerEntry ? winners : own;
      const next = firstOf(ranking, reserves, (ticket) => passed.has(ticket));
      const drawn = { prizeCode, pool, eligible, winners: [...own], reserves: next };
      return protocol === PROTOCOL_1 ? drawn : { ...drawn, given };
    }),
    rankings: new Map(ranked.map(({ prize, ranking }) => [prize.prizeCode, ranking])),
  };
}

function firstOf(ranking: Uint32Array, count: number, isPassedOver: (ticket: number) => boolean): number[] {
  const found: number[] = [];
  for (const ticket of ranking) {
    if (found.length === count) break;
    if (!isPassedOver(ticket)) found.push(ticket);
  }
  return found;
}
