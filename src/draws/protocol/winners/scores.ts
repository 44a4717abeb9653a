import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Sha256, sha256 } from "#src/base/hashing/sha256.ts";

const SEED_BYTES = 32;
const SCORE_BYTES = 32;
/** Where a number stands in what is hashed: seed, ticket (64 bits), draw (32 bits), prize code. */
const TICKET_AT = SEED_BYTES;
const DRAW_AT = TICKET_AT + 8;
const CODE_AT = DRAW_AT + 4;

/** What tickets are ranked by for one prize. */
export type ScoredPool = {
  readonly tickets: Uint32Array;
  readonly chancesOf: (ticket: number) => number;
  readonly seed: string;
  readonly prizeCode: string;
};

/** The score of a ticket for a prize: the smallest of as many hashes as it has chances. */
export function scoreOf(pool: Omit<ScoredPool, "tickets">, ticket: number): string {
  return bytesToHex(scorer(pool, sha256)(ticket));
}

/**
 * The first tickets of a pool's ranking. All scores are computed, but only so many are stored and sorted as can be
 * needed, so that a million tickets take little memory.
 */
export function rank(pool: ScoredPool, depth: number, hash: Sha256 = sha256): Uint32Array {
  if (depth === 0) return new Uint32Array();
  const score = scorer(pool, hash);
  const candidates = pool.tickets.length <= depth ? pool.tickets : lowest(pool.tickets, depth, score);
  const scores = new Uint8Array(candidates.length * SCORE_BYTES);
  candidates.forEach((ticket, index) => {
    scores.set(score(ticket), index * SCORE_BYTES);
  });
  const words = new DataView(scores.buffer);
  const order = Uint32Array.from(candidates, (_, index) => index).sort((a, b) => {
    for (let at = 0; at < SCORE_BYTES; at += 4) {
      const difference = words.getUint32(a * SCORE_BYTES + at) - words.getUint32(b * SCORE_BYTES + at);
      if (difference !== 0) return difference;
    }
    // Candidates stand in order of number.
    return a - b;
  });
  return order.map((index) => candidates[index] ?? 0).subarray(0, depth);
}

/** The first tickets of the ranking of several groups, of which the whole of each ranks before the next. */
export function rankGroups(
  groups: readonly Uint32Array[],
  pool: Omit<ScoredPool, "tickets">,
  depth: number,
  hash?: Sha256,
): Uint32Array {
  const count = groups.reduce((sum, { length }) => sum + length, 0);
  const ranking = new Uint32Array(Math.min(count, depth));
  let length = 0;
  for (const tickets of groups) {
    const ranked = rank({ ...pool, tickets }, depth - length, hash);
    ranking.set(ranked, length);
    length += ranked.length;
  }
  return ranking;
}

/** Scores are compared by their first bits here: even spread, some pools of a million have 16 in one step. */
const STEP_BITS = 16;

/** At least `depth` tickets, in order of number, among which the lowest scores are. */
function lowest(tickets: Uint32Array, depth: number, score: (ticket: number) => Uint8Array): Uint32Array {
  const steps = new Uint16Array(tickets.length);
  const counts = new Uint32Array(2 ** STEP_BITS);
  tickets.forEach((ticket, index) => {
    const [high = 0, low = 0] = score(ticket);
    const step = high * 256 + low;
    steps[index] = step;
    counts[step] = (counts[step] ?? 0) + 1;
  });
  let [last, taken] = [-1, 0];
  while (taken < depth) {
    last += 1;
    taken += counts[last] ?? 0;
  }
  return tickets.filter((_, index) => (steps[index] ?? 0) <= last);
}

/** Scores tickets of one prize; each answer is good until the next. */
function scorer({ chancesOf, seed, prizeCode }: Omit<ScoredPool, "tickets">, hash: Sha256) {
  const message = new Uint8Array([
    ...hexToBytes(seed),
    ...new Uint8Array(CODE_AT - SEED_BYTES),
    ...utf8ToBytes(prizeCode),
  ]);
  const view = new DataView(message.buffer);
  return (ticket: number): Uint8Array => {
    view.setUint32(TICKET_AT, Math.floor(ticket / 2 ** 32));
    view.setUint32(TICKET_AT + 4, ticket % 2 ** 32);
    view.setUint32(DRAW_AT, 1);
    let best = hash(message);
    for (let draw = 2; draw <= chancesOf(ticket); draw += 1) {
      view.setUint32(DRAW_AT, draw);
      const other = hash(message);
      if (isBelow(other, best)) best = other;
    }
    return best;
  };
}

function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < SCORE_BYTES; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
