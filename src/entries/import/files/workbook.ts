import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { HOUR_MS } from "#src/base/clock.ts";
import { createKeyedQueue } from "#src/rate-limits/keyed-queue.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";
import { partsOf } from "./archive.ts";

/** An .xlsx is a ZIP archive, and begins as one. */
const ZIP = "504b0304";

/** A workbook of 5,000 lines takes less than a second of CPU time. What takes longer was made to. */
const MAX_CPU_MS = 2_000;
const CPU_ASKED_EVERY_MS = 100;

/** Ends a thread that waits for ever, which costs no CPU time. */
const MAX_MS = 30_000;

/** Of the thread that reads a workbook; one of 5,000 lines needs a fifth. */
const HEAP_MB = 256;

/** More than one network may send in an hour. */
const MAX_WAITING = 1000;
/** First those of one network wait for each other, then one of each network for those of others. */
const ofNetwork = createKeyedQueue(MAX_WAITING);
const lanes = createKeyedQueue(MAX_WAITING);

/**
 * The networks whose workbook was too costly within an hour. Theirs wait in a lane of their own, so that they delay
 * nobody else. Each network costs the others one such workbook an hour at most.
 */
const costly = new LRUCache<string, true>({ max: 10_000, ttl: HOUR_MS });

export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, ZIP.length / 2)).toString("hex") === ZIP;
}

/**
 * Reads the first sheet of an Excel workbook, in a thread that is bounded in memory and CPU time. One workbook of the
 * site at a time, in turn by network, and one more of networks whose workbooks were too costly. Formulas are their
 * results.
 *
 * @param sender the network that sent it
 * @returns the sheet as CSV with the workbook's line numbers; null if it cannot be read, or is too large
 */
export async function csvOfWorkbook(
  bytes: Uint8Array,
  sender: string,
  maxCpuMs = MAX_CPU_MS,
): Promise<Uint8Array | null> {
  // What was built to be unpacked many times takes nobody's turn.
  if (!partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) return null;
  const network = widestNetworkOf(sender);
  const inLane = (read: () => Promise<Uint8Array | null>) =>
    ofNetwork.run([network], () => lanes.run([costly.has(network) ? "costly" : "others"], read));
  return inLane(async () => {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
    const worker = new Worker(new URL("./workbook-worker.ts", import.meta.url), { workerData: bytes, resourceLimits });
    const over = new AbortController();
    const stopped = usesMoreThan(worker, maxCpuMs, over.signal);
    try {
      const message = once(worker, "message", { signal: AbortSignal.any([over.signal, AbortSignal.timeout(MAX_MS)]) });
      const read = message as Promise<[{ readonly csv: string | null; readonly cpuMs: number }]>;
      const isStopped = await Promise.race([read.then(() => false), stopped]);
      const [{ csv, cpuMs }] = isStopped ? [{ csv: null, cpuMs: Number.POSITIVE_INFINITY }] : await read;
      if (cpuMs > maxCpuMs) costly.set(network, true);
      return csv === null || cpuMs > maxCpuMs ? null : Buffer.from(csv);
    } catch {
      // Whatever a stranger's file does to the reader, it is no list of entries.
      return null;
    } finally {
      over.abort();
      await worker.terminate();
    }
  });
}

/** Whether a thread uses more CPU time than this before it is over. */
async function usesMoreThan(worker: Worker, milliseconds: number, over: AbortSignal): Promise<boolean> {
  try {
    for (;;) {
      await delay(CPU_ASKED_EVERY_MS, undefined, { signal: over });
      const { user, system } = await worker.cpuUsage();
      if ((user + system) / 1000 > milliseconds) return true;
    }
  } catch {
    // The thread has ended, and said itself how much it used.
    return false;
  }
}
