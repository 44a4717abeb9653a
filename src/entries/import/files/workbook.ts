import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createKeyedQueue } from "#src/rate-limits/keyed-queue.ts";

/** An .xlsx is a ZIP archive, and begins as one. */
const ZIP = "504b0304";

/** A workbook of 5,000 lines takes less than a second. What takes longer was made to. */
const LONGEST_MS = 10_000;

/** Of the thread that reads a workbook; one of 5,000 lines needs a fifth. */
const HEAP_MB = 256;

/** More than one network may send in an hour. */
const MAX_WAITING = 1000;
const queue = createKeyedQueue(MAX_WAITING);

export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, ZIP.length / 2)).toString("hex") === ZIP;
}

/**
 * Reads the first sheet of an Excel workbook, one workbook of the site at a time, in a thread that is bounded in memory
 * and time. Formulas are their results.
 *
 * @returns the sheet as CSV with the workbook's line numbers; null if it cannot be read, or is too large
 */
export function csvOfWorkbook(bytes: Uint8Array): Promise<Uint8Array | null> {
  return queue.run(["workbooks"], async () => {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
    const worker = new Worker(new URL("./workbook-worker.ts", import.meta.url), { workerData: bytes, resourceLimits });
    try {
      const [csv] = (await once(worker, "message", { signal: AbortSignal.timeout(LONGEST_MS) })) as [string | null];
      return csv === null ? null : Buffer.from(csv);
    } catch {
      // Whatever a stranger's file does to the reader, it is no list of entries.
      return null;
    } finally {
      await worker.terminate();
    }
  });
}
