import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { accept } from "#src/base/outcome.ts";
import { placesOf } from "../places/places-of.ts";
import type { TicketList } from "../protocol/list/ticket-list.ts";
import type { PlannedPrize } from "../protocol/plan.ts";
import { depthOf, drawnFrom, drawPrizes, type RankedPool, seedOf } from "../protocol/winners/draw.ts";
import { isGiven } from "../protocol/winners/odds.ts";
import { rankGroups } from "../protocol/winners/scores.ts";
import type { DrawnList, DrawTask, DrawWorkerData, Successor, SuccessorTask } from "./draw-list.ts";
import type { RankTask, RankWorkerData } from "./rank-worker.ts";
import { readLockedList } from "./read-locked-list.ts";

/**
 * From so many scores on, several threads are sooner done than one: it takes some 50 ms to start them. Of larger draws
 * no places are stored, which take some ten bytes a score.
 */
const SCORES_FOR_THREADS = 500_000;

const { task, list, threads, partSize } = workerData as DrawWorkerData;
const read = await readLockedList(task.lock, list);
parentPort?.postMessage(read.ok ? await answerOf(read.value) : read);

function answerOf(tickets: TicketList): Promise<DrawnList> | Successor {
  return "passedOver" in task ? accept(successorIn(tickets, task)) : draw(tickets, task);
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

async function draw(tickets: TicketList, { lock, randomness, replacements }: DrawTask): Promise<DrawnList> {
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
  return accept({ seed, ...drawnFrom(plan, await rankAll(plan.prizes, tickets, { seed, depth })), places: [] });
}

/** Ranks the pools of all prizes in threads, each of which takes the next prize when it is done with one. */
async function rankAll(
  prizes: readonly PlannedPrize[],
  list: TicketList,
  { seed, depth }: { readonly seed: string; readonly depth: number },
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
