import { once } from "node:events";
import { availableParallelism } from "node:os";
import { ReadableStream } from "node:stream/web";
import { Worker } from "node:worker_threads";
import { LINES_PER_PART } from "../lock/list-parts.ts";
import { answerTask, type DrawnList, type DrawTask, type Successor, type SuccessorTask } from "./draw-task.ts";
import type { DrawWorkerData } from "./draw-worker.ts";

/** The threads that score tickets at most: each takes some 20 MB. */
const MAX_THREADS = 4;

/** A list of so few scores is drawn in some milliseconds. To start a thread for it takes a hundred times as long. */
const SCORES_FOR_A_THREAD = 1_000;

/**
 * Draws a locked list. A large one is drawn in a thread of its own, so that requests are answered meanwhile.
 *
 * @param list the list file in chunks; they are asked for as fast as they are read
 * @param signal ends the draw by an error, and its thread
 * @throws the error of the list's source, if it fails
 */
export function drawList(task: DrawTask, list: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<DrawnList> {
  return answer<DrawnList>(task, list, signal);
}

/** Finds the next in line for a prize of a locked list, as `drawList` draws it. */
export function findSuccessor(
  task: SuccessorTask,
  list: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Successor> {
  return answer<Successor>(task, list, signal);
}

async function answer<Answer>(
  task: DrawTask | SuccessorTask,
  list: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  let failure: unknown;
  const chunks = noting(list, signal, (error) => {
    failure = error;
  });
  const options = { threads: Math.min(availableParallelism(), MAX_THREADS), partSize: LINES_PER_PART };
  const { tickets, chances, plan } = task.lock;
  const isSmall = Math.max(tickets, chances) * plan.prizes.length <= SCORES_FOR_A_THREAD;
  try {
    return (await (isSmall
      ? answerTask(task, chunks, options)
      : inThread({ task, list: ReadableStream.from(chunks), options }, signal))) as Answer;
  } catch (error) {
    // A thread can only say that its stream ended, not why.
    throw failure ?? error;
  } finally {
    // A thread that ends does not end the source of its stream.
    await chunks.return(undefined);
  }
}

async function inThread(workerData: DrawWorkerData, signal: AbortSignal): Promise<unknown> {
  const transferList = [workerData.list];
  const worker = new Worker(new URL("./draw-worker.ts", import.meta.url), { workerData, transferList });
  try {
    const [answer] = await once(worker, "message", { signal });
    return answer;
  } finally {
    await worker.terminate();
  }
}

async function* noting(
  list: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of list) {
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    onError(error);
    throw error;
  }
}
