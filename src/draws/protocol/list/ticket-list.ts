import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Fault } from "../format/fault.ts";
import type { Plan, PlannedPrize } from "../plan.ts";
import type { Ticket } from "./ticket.ts";

const SEAL_BYTES = 32;
const FIRST_CAPACITY = 1024;
/** More than a list can have tickets (DRAW_LIMITS); 30 bits of a seal beside an index below it are an exact number. */
const INDEXES = 2 ** 23;

/** What a draw needs of a list of tickets, in some 40 bytes a ticket: chances, wishes, seals. */
export class TicketList {
  readonly #prizes: ReadonlyMap<string, number>;
  /** A row of bits for each ticket, one bit a prize. */
  readonly #rowBytes: number;
  #chances = new Uint16Array(FIRST_CAPACITY);
  #seals = new Uint8Array(FIRST_CAPACITY * SEAL_BYTES);
  #wishes: Uint8Array;
  #count = 0;
  #sum = 0;

  constructor({ prizes }: Plan) {
    this.#prizes = new Map(prizes.map(({ prizeCode }, index) => [prizeCode, index]));
    this.#rowBytes = Math.ceil(prizes.length / 8);
    this.#wishes = new Uint8Array(FIRST_CAPACITY * this.#rowBytes);
  }

  /** How many tickets there are, in play or not. */
  get count(): number {
    return this.#count;
  }

  /** The chances of all tickets together. */
  get chances(): number {
    return this.#sum;
  }

  add({ chances, wishes, seal }: Ticket): void {
    const index = this.#count;
    if (index === this.#chances.length) this.#grow();
    this.#chances[index] = chances;
    this.#seals.set(hexToBytes(seal), index * SEAL_BYTES);
    for (const wish of wishes) {
      const prize = this.#prizes.get(wish) ?? 0;
      const byte = index * this.#rowBytes + (prize >> 3);
      this.#wishes[byte] = (this.#wishes[byte] ?? 0) | (1 << (prize & 7));
    }
    this.#count += 1;
    this.#sum += chances;
  }

  /** The chances of a ticket, which is known by its number; none where it is out. */
  chancesOf(ticket: number): number {
    return this.#chances[ticket - 1] ?? 0;
  }

  /** The tickets that a prize is drawn among; if nobody in play wished for it, everyone. */
  poolOf(prize: PlannedPrize): { readonly pool: PlannedPrize["pool"]; readonly tickets: Uint32Array } {
    if (prize.pool === "wished") {
      const tickets = this.#inPlay(this.#prizes.get(prize.prizeCode) ?? 0);
      if (tickets.length > 0) return { pool: "wished", tickets };
    }
    return { pool: "everyone", tickets: this.#inPlay() };
  }

  /** How many scores the draw of all prizes computes. */
  scoresOf(prizes: readonly PlannedPrize[]): number {
    const sums = new Float64Array(prizes.length);
    for (let ticket = 1; ticket <= this.#count; ticket += 1) {
      const chances = this.chancesOf(ticket);
      if (chances === 0) continue;
      for (let prize = 0; prize < sums.length; prize += 1) {
        if (prizes[prize]?.pool === "wished" && this.#wishedFor(ticket, prize))
          sums[prize] = (sums[prize] ?? 0) + chances;
      }
    }
    return sums.reduce((total, sum) => total + (sum === 0 ? this.#sum : sum), 0);
  }

  /** A fault where two tickets have one seal: two entrants would be shown the same. */
  faultOfSeals(): Fault | undefined {
    const words = new DataView(this.#seals.buffer);
    const compare = (a: number, b: number): number => {
      for (let at = 0; at < SEAL_BYTES; at += 4) {
        const difference = words.getUint32(a * SEAL_BYTES + at) - words.getUint32(b * SEAL_BYTES + at);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    // Sorted rather than kept in a table by their first bits, which a hostile list could fill into one slot. Numbers are
    // sorted in a fifth of the time: first bits and index as one, and then those alone whose first bits are the same.
    const keys = Float64Array.from({ length: this.#count }, (_, index) => {
      return (words.getUint32(index * SEAL_BYTES) >>> 2) * INDEXES + index;
    }).sort();
    const order = Uint32Array.from(keys, (key) => key % INDEXES);
    for (let start = 0, end = 1; end <= keys.length; end += 1) {
      if (Math.floor((keys[end] ?? -1) / INDEXES) === Math.floor((keys[start] ?? 0) / INDEXES)) continue;
      if (end - start > 1) order.subarray(start, end).sort(compare);
      start = end;
    }
    for (let i = 1; i < order.length; i += 1) {
      const [one, other] = [order[i - 1] ?? 0, order[i] ?? 0];
      if (compare(one, other) === 0) {
        const seal = bytesToHex(this.#seals.subarray(one * SEAL_BYTES, (one + 1) * SEAL_BYTES));
        const numbers = [one + 1, other + 1].toSorted((a, b) => a - b);
        return { rule: "seal-once", where: `#${numbers.join(", #")}`, expected: "1", found: seal };
      }
    }
    return undefined;
  }

  #inPlay(prize?: number): Uint32Array {
    const found = new Uint32Array(this.#count);
    let length = 0;
    for (let ticket = 1; ticket <= this.#count; ticket += 1) {
      if (this.chancesOf(ticket) > 0 && (prize === undefined || this.#wishedFor(ticket, prize))) {
        found[length] = ticket;
        length += 1;
      }
    }
    return found.subarray(0, length);
  }

  #wishedFor(ticket: number, prize: number): boolean {
    return ((this.#wishes[(ticket - 1) * this.#rowBytes + (prize >> 3)] ?? 0) & (1 << (prize & 7))) !== 0;
  }

  #grow(): void {
    const capacity = this.#chances.length * 2;
    const [chances, seals, wishes] = [this.#chances, this.#seals, this.#wishes];
    this.#chances = new Uint16Array(capacity);
    this.#chances.set(chances);
    this.#seals = new Uint8Array(capacity * SEAL_BYTES);
    this.#seals.set(seals);
    this.#wishes = new Uint8Array(capacity * this.#rowBytes);
    this.#wishes.set(wishes);
  }
}
