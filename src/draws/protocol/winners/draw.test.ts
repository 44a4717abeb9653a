import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { bytesOf, listOf, planOf, prizeOf, ticketsOf } from "../../../../tests/support/draws.ts";
import { type ReadList, readList } from "../list/read-list.ts";
import type { Plan } from "../plan.ts";
import { drawPrizes } from "./draw.ts";
import { rank, scoreOf } from "./scores.ts";
import { Succession } from "./succession.ts";

// Much arithmetic, or a process for each case: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

const ONE_PRIZE = planOf();

function seedOf(number: number): string {
  return createHash("sha256").update(`seed ${number}`).digest("hex");
}

async function listWith(plan: Plan, chances: readonly number[]): Promise<ReadList> {
  const specials = chances.map((one) => (one === 0 ? { out: "disqualified" as const } : { chances: one }));
  const read = await readList(plan, [bytesOf(listOf(ticketsOf(plan, specials)))]);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  return read.value;
}

/** How far counts are from what is expected, as a chi-square test measures it. */
function chiSquare(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, i) => sum + (count - (expected[i] ?? 0)) ** 2 / (expected[i] ?? 1), 0);
}

const DRAWS = 4_000;
const TICKETS = 100;
/** Chi-square that one of 100,000 fair draws exceeds (99 and 3 degrees of freedom). */
const LIMIT = { many: 168, four: 26 };

const dropPlan = planOf({ weight: "drops", maxChances: 4 });

describe("who comes first", () => {
  let many: ReadList;
  let four: ReadList;

  beforeAll(async () => {
    many = await listWith(ONE_PRIZE, Array(TICKETS).fill(1));
    four = await listWith(dropPlan, [1, 2, 3, 4]);
  });

  function countFirst(first: (seed: string) => number, tickets: number): number[] {
    const counts: number[] = Array(tickets).fill(0);
    for (let i = 0; i < DRAWS; i += 1) {
      const index = first(seedOf(i)) - 1;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts;
  }

  function firstOf({ list }: ReadList, chancesOf: (ticket: number) => number): (seed: string) => number {
    const [tickets = new Uint32Array()] = list.poolOf(prizeOf("RICE")).groups;
    return (seed) => rank({ tickets, chancesOf, seed, prizeCode: "RICE" }, 1)[0] ?? 0;
  }

  const even = Array(TICKETS).fill(DRAWS / TICKETS);

  it("is everybody alike; the control, a byte of a score mod N, is not", () => {
    expect(
      chiSquare(
        countFirst(
          firstOf(many, () => 1),
          TICKETS,
        ),
        even,
      ),
    ).toBeLessThan(LIMIT.many);
    const control = (seed: string) =>
      (Number.parseInt(scoreOf({ chancesOf: () => 1, seed, prizeCode: "RICE" }, 1).slice(0, 2), 16) % TICKETS) + 1;
    expect(chiSquare(countFirst(control, TICKETS), even)).toBeGreaterThan(LIMIT.many);
  });

  it("is a ticket with c chances c times as often; the control, one chance for all, is not", () => {
    const weighted = [1, 2, 3, 4].map((chances) => (DRAWS * chances) / 10);
    const { list } = four;
    expect(
      chiSquare(
        countFirst(
          firstOf(four, (ticket) => list.chancesOf(ticket)),
          4,
        ),
        weighted,
      ),
    ).toBeLessThan(LIMIT.four);
    expect(
      chiSquare(
        countFirst(
          firstOf(four, () => 1),
          4,
        ),
        weighted,
      ),
    ).toBeGreaterThan(LIMIT.four * 2);
  });
});

describe("a ranking", () => {
  const pool = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 60 });
  const chancesOf = (ticket: number) => (ticket % 5) + 1;

  function ranked(tickets: readonly number[], seed: string, depth = tickets.length): number[] {
    const sorted = Uint32Array.from(tickets.toSorted((a, b) => a - b));
    return [...rank({ tickets: sorted, chancesOf, seed, prizeCode: "A" }, depth)];
  }

  it("is not reordered when a ticket is taken out; the control, places by mod N, is", () => {
    let reordered = 0;
    fc.assert(
      fc.property(pool, fc.nat(), fc.nat(), (tickets, out, seed) => {
        const gone = tickets[out % tickets.length];
        const rest = tickets.filter((ticket) => ticket !== gone);
        const before = ranked(tickets, seedOf(seed));
        expect(ranked(rest, seedOf(seed))).toEqual(before.filter((ticket) => ticket !== gone));
        reordered += Number(
          byModulo(rest, seed).join() !==
            byModulo(tickets, seed)
              .filter((one) => one !== gone)
              .join(),
        );
      }),
    );
    expect(reordered).toBeGreaterThan(50);
  });

  it("does not depend on how far down it is asked for, nor on the order of the pool", () => {
    fc.assert(
      fc.property(pool, fc.integer({ min: 1, max: 70 }), fc.nat(), (tickets, depth, seed) => {
        expect(ranked(tickets, seedOf(seed), depth)).toEqual(
          ranked(tickets.toReversed(), seedOf(seed)).slice(0, depth),
        );
      }),
    );
  });

  it("is by the smallest of a ticket's scores, as unsigned numbers", () => {
    const seed = seedOf(1);
    const tickets = Array.from({ length: 300 }, (_, i) => i + 1);
    const scores = tickets.map((ticket) => ({ ticket, score: scoreOf({ chancesOf, seed, prizeCode: "A" }, ticket) }));
    const byScore = scores.toSorted((a, b) => (a.score < b.score ? -1 : 1)).map(({ ticket }) => ticket);
    expect(ranked(tickets, seed)).toEqual(byScore);
    expect(ranked(tickets, seed, 7)).toEqual(byScore.slice(0, 7));
  });

  /** Places drawn as many tools draw them: a number mod how many are left. */
  function byModulo(tickets: readonly number[], seed: number): number[] {
    const left = tickets.toSorted((a, b) => a - b);
    return tickets.flatMap((_, i) => left.splice(Number.parseInt(seedOf(seed + i).slice(0, 8), 16) % left.length, 1));
  }
});

describe("prizes", () => {
  const plan = fc.record({
    onePrizePerEntry: fc.boolean(),
    reserves: fc.nat(4),
    winners: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
  });
  const chances = fc
    .array(fc.constantFrom(0, 1, 1, 1), { minLength: 1, maxLength: 12 })
    .filter((all) => all.includes(1));
  const going = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 });

  it("go to the first of each ranking, and then to the next, as a plain walk finds them", async () => {
    await fc.assert(
      fc.asyncProperty(plan, chances, fc.nat(), going, async ({ winners, ...shape }, all, seedNumber, leaving) => {
        const own = planOf({ ...shape, prizes: winners.map((count, i) => prizeOf(`P${i}`, { winners: count })) });
        const { list } = await listWith(own, all);
        const seed = seedOf(seedNumber);
        const [tickets = new Uint32Array()] = list.poolOf(prizeOf("P0")).groups;
        const full = own.prizes.map(({ prizeCode }) => [
          ...rank({ tickets, chancesOf: () => 1, seed, prizeCode }, all.length),
        ]);
        const drawn = drawPrizes(own, list, seed, { replacements: leaving.length });

        const held = own.prizes.map((): number[] => []);
        const gone = new Set<number>();
        const mayHave = (prize: number, ticket: number) =>
          !gone.has(ticket) && !(own.onePrizePerEntry ? held.flat() : (held[prize] ?? [])).includes(ticket);
        for (const [i, prize] of own.prizes.entries()) {
          held[i] = (full[i] ?? []).filter((ticket) => mayHave(i, ticket)).slice(0, prize.winners);
        }
        expect(drawn.results.map((result) => result.winners)).toEqual(held);
        const reserves = full.map((ranking, i) => ranking.filter((one) => mayHave(i, one)).slice(0, own.reserves));
        expect(drawn.results.map((result) => result.reserves)).toEqual(reserves);

        const succession = new Succession(own, drawn, 0);
        for (const [prizePlace, holderPlace] of leaving) {
          const prize = prizePlace % own.prizes.length;
          const holders = held[prize] ?? [];
          const from = holders[holderPlace % holders.length];
          if (from === undefined) continue;
          gone.add(from);
          held[prize] = holders.filter((ticket) => ticket !== from);
          const to = (full[prize] ?? []).find((ticket) => mayHave(prize, ticket)) ?? null;
          if (to !== null) held[prize] = [...(held[prize] ?? []), to];
          expect(succession.replace(own.prizes[prize]?.prizeCode ?? "", from, 1)).toBe(to);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("that nobody in play wished for are drawn among everyone", async () => {
    const own = planOf({
      prizes: [prizeOf("A", { pool: "wished" }), prizeOf("B", { pool: "wished" })],
      onePrizePerEntry: false,
    });
    const tickets = ticketsOf(own, [{ wishes: ["A"] }, {}, { wishes: ["A"] }, { out: "rules", wishes: ["B"] }]);
    const read = await readList(own, [bytesOf(listOf(tickets))]);
    if (!read.ok) throw new Error(JSON.stringify(read.refusal));
    const { results } = drawPrizes(own, read.value.list, seedOf(1), { replacements: 0 });
    expect(results).toMatchObject([
      { prizeCode: "A", pool: "wished", eligible: 2 },
      { prizeCode: "B", pool: "everyone", eligible: 3 },
    ]);
  });
});
