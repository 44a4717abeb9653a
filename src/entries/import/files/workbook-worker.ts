import { parentPort, workerData } from "node:worker_threads";
import { streamXlsxRows } from "hucre/xlsx";
import { IMPORT_LIMITS } from "../limits.ts";
import { partsOf, unpacksWithin } from "./archive.ts";
import { csvOf } from "./csv-lines.ts";

/** Bytes that all parts of a workbook may have unpacked. A list of 5,000 lines and fifty columns has ten million. */
const UNPACKED_BYTES = 32 * 1024 * 1024;

/** Rows up to which a line keeps its number: empty ones between entries are counted as the spreadsheet does. */
const MOST_ROWS = 20_000;

const csv = await csvOfWorkbook(Buffer.from(workerData as Uint8Array));
const { user, system } = process.threadCpuUsage();
parentPort?.postMessage({ csv, cpuMs: (user + system) / 1000 });

/** The first sheet as CSV; null if the workbook is too large. Throws if it is none. */
async function csvOfWorkbook(bytes: Buffer): Promise<string | null> {
  const parts = partsOf(bytes);
  if (!parts || !unpacksWithin(bytes, parts, UNPACKED_BYTES)) return null;
  const rows: string[][] = [];
  let length = 0;
  let filled = 0;
  // One more than the limit for the header, and one to notice that there are more.
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const cells = values.slice(0, IMPORT_LIMITS.columns).map(textOf);
    if (cells.every((cell) => cell === "")) continue;
    while (rows.length < Math.min(index, MOST_ROWS)) rows.push([]);
    rows.push(cells);
    length += cells.reduce((sum, cell) => sum + cell.length, 0);
    filled += 1;
    if (length > IMPORT_LIMITS.bytes) return null;
    if (filled > IMPORT_LIMITS.lines + 1) break;
  }
  return csvOf(rows, "en");
}

/** A cell's value as it was typed: a formula's result, and no line breaks, so that lines keep their numbers. */
function textOf(value: string | number | boolean | Date | null): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10);
  const lines = String(value ?? "")
    .split(/[\r\n]+/)
    .map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
