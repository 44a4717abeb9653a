import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { hashOf } from "#src/base/hashing/sha256.ts";
import {
  AN_HOUR_BEFORE,
  beaconOf,
  bytesOf,
  listOf,
  planOf,
  prizeOf,
  quicknet,
  readListText,
  ticketsOf,
} from "../../../tests/support/draws.ts";
import { LINES_PER_PART } from "../lock/list-parts.ts";
import { placesOf } from "../places/places-of.ts";
import { secondsOf } from "../protocol/format/times.ts";
import { type Lock, makeLock } from "../protocol/lock.ts";
import type { Plan } from "../protocol/plan.ts";
import { drawPrizes, seedOf } from "../protocol/winners/draw.ts";
import { drawList } from "./draw-list.ts";

// Large draws start threads; a busy machine takes its time for that.
vi.setConfig({ testTimeout: 120_000 });

const never = new AbortController().signal;
const { randomness } = beaconOf(1000);

async function lockOf(plan: Plan, list: string): Promise<Lock> {
  return makeLock(plan, await readListText(plan, list), secondsOf(AN_HOUR_BEFORE) ?? 0, quicknet());
}

/** A list file in chunks of whole lines, as from the database. */
async function* chunksOf(list: string, size = 7): AsyncGenerator<Uint8Array> {
  const lines = list.split(/(?<=\n)/);
  for (let at = 0; at < lines.length; at += size) yield bytesOf(lines.slice(at, at + size).join(""));
}

const CODES = ["A", "RICE", "Ö", "🎁"];
const shape = fc.record({
  onePrizePerEntry: fc.boolean(),
  reserves: fc.nat(3),
  prizes: fc.uniqueArray(
    fc.record({
      prizeCode: fc.constantFrom(...CODES),
      winners: fc.integer({ min: 1, max: 3 }),
      pool: fc.constantFrom("wished" as const, "everyone" as const),
    }),
    { minLength: 1, selector: ({ prizeCode }) => prizeCode },
  ),
});
const people = fc.array(fc.record({ chances: fc.nat(4), wishes: fc.subarray(CODES) }), { minLength: 1, maxLength: 40 });

describe("a list that is drawn", () => {
  test("has the results of the pure core with the portable hash", async () => {
    await fc.assert(
      fc.asyncProperty(shape, people, fc.nat(), async ({ prizes, ...others }, all, number) => {
        const plan = planOf({
          ...others,
          weight: "drops",
          maxChances: 4,
          prizes: prizes.map(({ prizeCode, ...changes }) => prizeOf(prizeCode, changes)),
        });
        const codes = prizes.map(({ prizeCode }) => prizeCode);
        const specials = [{ chances: 1, wishes: [] }, ...all].map(({ chances, wishes }) => ({
          chances,
          wishes: wishes.filter((wish) => codes.includes(wish)),
          ...(chances === 0 && { out: "disqualified" as const }),
        }));
        const file = listOf(ticketsOf(plan, specials));
        const lock = await lockOf(plan, file);
        const random = createHash("sha256").update(`random ${number}`).digest("hex");
        const drawn = await drawList({ lock, randomness: random, replacements: 2 }, chunksOf(file), never);
        const { list } = await readListText(plan, file);
        const seed = seedOf(lock.plan.protocol, hashOf(lock), random);
        const whole = drawPrizes(plan, list, seed, { replacements: list.count });
        const places = placesOf([...whole.rankings.values()], { count: list.count, partSize: LINES_PER_PART });
        expect(drawn).toEqual({ ok: true, value: { seed, ...whole, places } });
        expect(whole.results).toEqual(drawPrizes(plan, list, seed, { replacements: 2 }).results);
      }),
      { numRuns: 60 },
    );
  });

  test("has them too where it is so large that it takes a thread", async () => {
    const plan = planOf({ weight: "drops", maxChances: 1000 });
    const file = listOf(
      ticketsOf(
        plan,
        Array.from({ length: 3 }, () => ({ chances: 1000 })),
      ),
    );
    const lock = await lockOf(plan, file);
    const drawn = await drawList({ lock, randomness, replacements: 2 }, chunksOf(file), never);
    const { list } = await readListText(plan, file);
    const seed = seedOf(lock.plan.protocol, hashOf(lock), randomness);
    const whole = drawPrizes(plan, list, seed, { replacements: list.count });
    const places = placesOf([...whole.rankings.values()], { count: list.count, partSize: LINES_PER_PART });
    expect(drawn).toEqual({ ok: true, value: { seed, ...whole, places } });
  });

  test("has them too where it is so large that each prize is ranked in a thread of its own", async () => {
    const plan = planOf({
      weight: "drops",
      maxChances: 1000,
      prizes: [prizeOf("A", { winners: 2 }), prizeOf("B", { pool: "wished" }), prizeOf("C")],
    });
    const chances = [1000, 1, 0, 500, 999];
    const tickets = ticketsOf(
      plan,
      Array.from({ length: 500 }, (_, i) => ({
        chances: chances[i % 5] ?? 0,
        wishes: i % 3 === 0 ? ["B"] : [],
        ...(i % 5 === 2 && { out: "rules" as const }),
      })),
    );
    const file = listOf(tickets);
    const lock = await lockOf(plan, file);
    const drawn = await drawList({ lock, randomness, replacements: 0 }, chunksOf(file), never);
    const { list } = await readListText(plan, file);
    expect(list.scoresOf(plan.prizes)).toBeGreaterThan(500_000);
    const seed = seedOf(lock.plan.protocol, hashOf(lock), randomness);
    expect(drawn).toEqual({
      ok: true,
      value: { seed, ...drawPrizes(plan, list, seed, { replacements: 0 }), places: [] },
    });
  });
});

/** A small list is drawn at once, one of many chances in a thread. */
const SIZES = [
  ["small", {}, [{}, {}, {}]],
  ["large", { weight: "drops", maxChances: 1000 }, [{ chances: 1000 }, { chances: 1000 }, { chances: 1000 }]],
] as const;

describe.each(SIZES)("a %s list that is not the one that was locked", (_size, changes, people) => {
  const plan = planOf(changes);
  const tickets = ticketsOf(plan, people);
  const [first, , third] = ticketsOf({ ...plan, raffle: "OTHER123" }, people);

  test.each([
    ["has a ticket less", tickets.slice(0, 2), { where: "lock.tickets" }],
    ["has a ticket more", [...tickets, { ...third, ticket: 4 }], { where: "lock.tickets" }],
    ["has another seal", [{ ...first }, ...tickets.slice(1)], { where: "lock.root" }],
    [
      "leaves somebody out",
      [{ ...tickets[0], chances: 0, out: "rules" }, ...tickets.slice(1)],
      { where: "lock.chances" },
    ],
  ])("is not drawn: it %s", async (_name, others, fault) => {
    const lock = await lockOf(plan, listOf(tickets));
    const list = chunksOf(listOf(others as typeof tickets));
    expect(await drawList({ lock, randomness, replacements: 0 }, list, never)).toMatchObject({
      ok: false,
      refusal: fault,
    });
  });
});

describe.each(SIZES)("a draw of a %s list that is given up", (_size, changes, people) => {
  const plan = planOf(changes);
  const file = listOf(ticketsOf(plan, people));

  test("because the list is wrong lets go of the source", async () => {
    const lock = await lockOf(plan, file);
    let isReleased = false;
    async function* endless() {
      try {
        for (;;) yield bytesOf("?\n");
      } finally {
        isReleased = true;
      }
    }
    expect(await drawList({ lock, randomness, replacements: 0 }, endless(), never)).toMatchObject({ ok: false });
    expect(isReleased).toBe(true);
  });

  test("by an error of the list's source ends with that error", async () => {
    const lock = await lockOf(plan, file);
    const lost = new Error("The connection is lost.");
    async function* breaking() {
      yield bytesOf(file.slice(0, 50));
      throw lost;
    }
    await expect(drawList({ lock, randomness, replacements: 0 }, breaking(), never)).rejects.toBe(lost);
  });

  test("because the site stops ends while it waits for the list, and lets go of the source", async () => {
    const lock = await lockOf(plan, file);
    let isReleased = false;
    const stopping = new AbortController();
    const asked = Promise.withResolvers<void>();
    const rest = Promise.withResolvers<void>();
    async function* slow() {
      try {
        yield bytesOf(file.slice(0, 50));
        asked.resolve();
        await rest.promise;
        yield bytesOf(file.slice(50));
      } finally {
        isReleased = true;
      }
    }
    const drawn = drawList({ lock, randomness, replacements: 0 }, slow(), stopping.signal);
    await asked.promise;
    stopping.abort();
    rest.resolve();
    await expect(drawn).rejects.toMatchObject({ name: "AbortError" });
    expect(isReleased).toBe(true);
  });
});
