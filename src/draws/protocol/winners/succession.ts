import type { Plan } from "../plan.ts";
import type { Drawn } from "./draw.ts";

/** Who holds which prize, and who would come if a holder went. Changes only by replacements. */
export class Succession {
  readonly #onePrizePerEntry: boolean;
  readonly #rankings: Drawn["rankings"];
  /** How far down each ranking everybody is passed over for good: whoever holds a prize leaves it only for good. */
  readonly #passed = new Map<string, number>();
  /** The holders of each prize, and the second since 1970 at which each came. */
  readonly #holders: ReadonlyMap<string, Map<number, number>>;
  /** How many prizes each ticket holds. */
  readonly #held = new Map<number, number>();
  readonly #gone = new Set<number>();

  constructor({ onePrizePerEntry }: Plan, { results, rankings }: Drawn, drawnAt: number) {
    this.#onePrizePerEntry = onePrizePerEntry;
    this.#rankings = rankings;
    this.#holders = new Map(results.map(({ prizeCode }) => [prizeCode, new Map()]));
    for (const { prizeCode, winners } of results) {
      for (const winner of winners) this.#give(prizeCode, winner, drawnAt);
    }
  }

  /** Since when a ticket holds a prize, in seconds since 1970; undefined where it does not. */
  heldSince(prizeCode: string, ticket: number): number | undefined {
    return this.#holders.get(prizeCode)?.get(ticket);
  }

  /**
   * Takes a prize from its holder for good and gives it to the next in line, who is answered; null if nobody is left.
   */
  replace(prizeCode: string, from: number, at: number): number | null {
    this.#holders.get(prizeCode)?.delete(from);
    this.#held.set(from, (this.#held.get(from) ?? 1) - 1);
    this.#gone.add(from);
    const ranking = this.#rankings.get(prizeCode) ?? [];
    let place = this.#passed.get(prizeCode) ?? 0;
    while (place < ranking.length && this.#isPassedOver(prizeCode, ranking[place] ?? 0)) place += 1;
    this.#passed.set(prizeCode, place);
    const next = ranking[place];
    if (next === undefined) return null;
    this.#give(prizeCode, next, at);
    return next;
  }

  #isPassedOver(prizeCode: string, ticket: number): boolean {
    const holds = this.#onePrizePerEntry
      ? (this.#held.get(ticket) ?? 0) > 0
      : this.heldSince(prizeCode, ticket) !== undefined;
    return holds || this.#gone.has(ticket);
  }

  #give(prizeCode: string, ticket: number, at: number): void {
    this.#holders.get(prizeCode)?.set(ticket, at);
    this.#held.set(ticket, (this.#held.get(ticket) ?? 0) + 1);
  }
}
