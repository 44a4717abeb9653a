import { parentPort, workerData } from "node:worker_threads";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { rankGroups } from "../protocol/winners/scores.ts";

/** What the thread starts with: the chances of all tickets of the list, by number. */
export type RankWorkerData = { readonly chances: Uint16Array; readonly seed: string; readonly depth: number };

/** One prize and the groups of its pool; answered with the first tickets of its ranking. */
export type RankTask = { readonly groups: readonly Uint32Array[]; readonly prizeCode: string };

const { chances, seed, depth } = workerData as RankWorkerData;
const chancesOf = (ticket: number) => chances[ticket - 1] ?? 0;

parentPort?.on("message", ({ groups, prizeCode }: RankTask) => {
  parentPort?.postMessage(rankGroups(groups, { chancesOf, seed, prizeCode }, depth, nodeSha256));
});
