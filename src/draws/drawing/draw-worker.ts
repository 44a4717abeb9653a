import type { ReadableStream } from "node:stream/web";
import { parentPort, workerData } from "node:worker_threads";
import { answerTask, type DrawTask, type SuccessorTask, type TaskOptions } from "./draw-task.ts";

/** What the thread starts with. */
export type DrawWorkerData = {
  readonly task: DrawTask | SuccessorTask;
  readonly list: ReadableStream<Uint8Array>;
  readonly options: TaskOptions;
};

const { task, list, options } = workerData as DrawWorkerData;
parentPort?.postMessage(await answerTask(task, list, options));
