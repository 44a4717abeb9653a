import type { Plan, PlannedPrize } from "../plan.ts";
import type { Ticket } from "./ticket.ts";

const FIRST_CAPACITY = 1024;

/** Whom a prize is drawn among. */
export type Pool = {
  readonly pool: PlannedPrize["pool"];
  /** In order of number; the whole of each group ranks before the next. */
  readonly groups: readonly Uint32Array[];
  /** How many are in all groups. */
  readonly eligible: number;
};

/** What a draw needs of a list of tickets, in some bytes a ticket: chances and wishes. */
export class TicketList {
  readonly #prizes: ReadonlyMap<string, number>;
  /** A row of bits for each ticket, one bit a prize. */
  readonly #rowBytes: number;
  #chances = new Uint16Array(FIRST_CAPACITY);
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

  add({ chances, wishes }: Pick<Ticket, "chances" | "wishes">): void {
    const index = this.#count;
    if (index === this.#chances.length) this.#grow();
    this.#chances[index] = chances;
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
  poolOf({ pool, prizeCode }: PlannedPrize): Pool {
    const prize = this.#prizes.get(prizeCode) ?? 0;
    if (pool === "wished") {
      const wished = this.#inPlay(prize, true);
      if (wished.length > 0) return { pool, groups: [wished], eligible: wished.length };
    }
    const groups = pool === "wished-first" ? [this.#inPlay(prize, true), this.#inPlay(prize, false)] : [this.#inPlay()];
    const eligible = groups.reduce((sum, { length }) => sum + length, 0);
    return { pool: pool === "wished" ? "everyone" : pool, groups, eligible };
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

  /** All in play, or of these those who wished for a prize, or those who did not. */
  #inPlay(prize?: number, wished?: boolean): Uint32Array {
    const found = new Uint32Array(this.#count);
    let length = 0;
    for (let ticket = 1; ticket <= this.#count; ticket += 1) {
      if (this.chancesOf(ticket) > 0 && (prize === undefined || this.#wishedFor(ticket, prize) === wished)) {
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
    const [chances, wishes] = [this.#chances, this.#wishes];
    this.#chances = new Uint16Array(capacity);
    this.#chances.set(chances);
    this.#wishes = new Uint8Array(capacity * this.#rowBytes);
    this.#wishes.set(wishes);
  }
}
