import { once } from "node:events";
import { availableParallelism } from "node:os";
import { ReadableStream } from "node:stream/web";
import { Worker } from "node:worker_threads";
import type { Outcome } from "#src/base/outcome.ts";
import { LINES_PER_PART } from "../lock/list-parts.ts";
import type { Fault } from "../protocol/format/fault.ts";
import type { Lock } from "../protocol/lock.ts";
import type { Drawn } from "../protocol/winners/draw.ts";

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

/** What the thread starts with. */
export type DrawWorkerData = {
  readonly task: DrawTask | SuccessorTask;
  readonly list: ReadableStream<Uint8Array>;
  readonly threads: number;
  /** How many tickets are in a part of the list. */
  readonly partSize: number;
};

/** The threads that score tickets at most: each takes some 20 MB. */
const MAX_THREADS = 4;

/**
 * Draws a locked list in a thread of its own, so that requests are answered meanwhile.
 *
 * @param list the list file in pieces; they are asked for as fast as they are read
 * @param signal ends the thread, and the draw by an error
 * @throws the error of the list's source, if it fails
 */
export function drawList(task: DrawTask, list: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<DrawnList> {
  return inThread<DrawnList>(task, list, signal);
}

/** Finds the next in line for a prize of a locked list, in a thread like `drawList`. */
export function findSuccessor(
  task: SuccessorTask,
  list: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Successor> {
  return inThread<Successor>(task, list, signal);
}

async function inThread<Answer>(
  task: DrawTask | SuccessorTask,
  list: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  let failure: unknown;
  const pieces = noting(list, (error) => {
    failure = error;
  });
  const stream = ReadableStream.from(pieces);
  const threads = Math.min(availableParallelism(), MAX_THREADS);
  const workerData: DrawWorkerData = { task, list: stream, threads, partSize: LINES_PER_PART };
  const worker = new Worker(new URL("./draw-worker.ts", import.meta.url), { workerData, transferList: [stream] });
  try {
    const [answer] = (await once(worker, "message", { signal })) as [Answer];
    return answer;
  } catch (error) {
    // The thread can only say that its stream ended, not why.
    throw failure ?? error;
  } finally {
    await worker.terminate();
    // A thread that ends does not tell the source of its stream.
    await pieces.return(undefined);
  }
}

async function* noting(
  list: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* list;
  } catch (error) {
    onError(error);
    throw error;
  }
}
