import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { placesOf } from "../places/places-of.ts";
import type { Fault } from "../protocol/format/fault.ts";
import type { TicketList } from "../protocol/list/ticket-list.ts";
import type { Lock } from "../protocol/lock.ts";
import type { PlannedPrize } from "../protocol/plan.ts";
import { type Drawn, depthOf, drawnFrom, drawPrizes, type RankedPool, seedOf } from "../protocol/winners/draw.ts";
import { isGiven } from "../protocol/winners/odds.ts";
import { rankGroups } from "../protocol/winners/scores.ts";
import type { RankTask, RankWorkerData } from "./rank-worker.ts";
import { readLockedList } from "./read-locked-list.ts";

/** A list that is to be drawn, and the randomness of its round. */
export type DrawTask = {
  readonly lock: Lock;
  readonly randomness: string;
  /** How many replacements there are or may come: successors are found that far down. */
  readonly replacements: number;
};

/** What a draw comes to; refused where the list is not the one that was locked. */
export type DrawnList = Outcome<
  Drawn & {
    readonly seed: string;
    /** Every ticket's places, as they are stored (../places/places.ts); none where there are too many. */
    readonly places: readonly string[];
  },
  Fault
>;

/** A list in which the next in line for a prize is looked for. */
export type SuccessorTask = {
  readonly lock: Lock;
  readonly seed: string;
  readonly prizeCode: string;
  /** The tickets that cannot come. */
  readonly passedOver: Uint32Array;
};

/** The next in line; null if nobody is left. Refused where the list is not the one that was locked. */
export type Successor = Outcome<number | null, Fault>;

export type TaskOptions = {
  /** How many threads may score a large list. */
  readonly threads: number;
  /** How many tickets are in a part of the list. */
  readonly partSize: number;
};

/**
 * From so many scores on, several threads are sooner done than one: it takes some 50 ms to start them. Of larger draws
 * no places are stored, which take some ten bytes a score.
 */
const SCORES_FOR_THREADS = 500_000;

/** Reads a locked list, and draws it or looks for the next in line. */
export async function answerTask(
  task: DrawTask | SuccessorTask,
  list: AsyncIterable<Uint8Array>,
  { threads, partSize }: TaskOptions,
): Promise<DrawnList | Successor> {
  const read = await readLockedList(task.lock, list);
  if (!read.ok) return read;
  if ("passedOver" in task) return accept(successorIn(read.value, task));
  return draw(read.value, task, { threads, partSize });
}

/** The first of a prize's ranking who is not passed over; null if nobody is left. */
function successorIn(tickets: TicketList, { lock, seed, prizeCode, passedOver }: SuccessorTask): number | null {
  const prize = lock.plan.prizes.find((one) => one.prizeCode === prizeCode);
  if (!prize) return null;
  const passed = new Set(passedOver);
  const groups = tickets.poolOf(prize).groups.map((group) => group.filter((ticket) => !passed.has(ticket)));
  const chancesOf = (ticket: number) => tickets.chancesOf(ticket);
  return rankGroups(groups, { chancesOf, seed, prizeCode }, 1, nodeSha256)[0] ?? null;
}

async function draw(
  tickets: TicketList,
  { lock, randomness, replacements }: DrawTask,
  { threads, partSize }: TaskOptions,
): Promise<DrawnList> {
  const { plan } = lock;
  const seed = seedOf(plan.protocol, hashOf(lock), randomness);
  if (tickets.scoresOf(plan.prizes) < SCORES_FOR_THREADS) {
    // So far down that each ranking is whole: to sort this many takes less than to score them.
    const drawn = drawPrizes(plan, tickets, seed, { replacements: tickets.count, hash: nodeSha256 });
    return accept({
      seed,
      ...drawn,
      places: placesOf([...drawn.rankings.values()], { count: tickets.count, partSize }),
    });
  }
  const depth = depthOf(plan, tickets.count, replacements);
  return accept({
    seed,
    ...drawnFrom(plan, await rankAll(plan.prizes, tickets, { seed, depth, threads })),
    places: [],
  });
}

/** Ranks the pools of all prizes in threads, each of which takes the next prize when it is done with one. */
async function rankAll(
  prizes: readonly PlannedPrize[],
  list: TicketList,
  { seed, depth, threads }: { readonly seed: string; readonly depth: number; readonly threads: number },
): Promise<RankedPool[]> {
  const chances = new Uint16Array(new SharedArrayBuffer(list.count * Uint16Array.BYTES_PER_ELEMENT));
  for (let index = 0; index < chances.length; index += 1) chances[index] = list.chancesOf(index + 1);
  const ranked: RankedPool[] = [];
  const waiting = prizes.entries();

  async function rankInThread(): Promise<void> {
    const data: RankWorkerData = { chances, seed, depth };
    const worker = new Worker(new URL("./rank-worker.ts", import.meta.url), { workerData: data });
    // Iterated by all threads together.
    for (const [index, prize] of waiting) {
      const { pool, groups, eligible } = list.poolOf(prize);
      const given = isGiven(prize, seed);
      const task: RankTask = { groups: given ? groups : [], prizeCode: prize.prizeCode };
      worker.postMessage(task);
      const [ranking] = (await once(worker, "message")) as [Uint32Array];
      ranked[index] = { prize, pool, eligible, given, ranking };
    }
    await worker.terminate();
  }

  await Promise.all(Array.from({ length: Math.min(threads, prizes.length) }, rankInThread));
  return ranked;
}
