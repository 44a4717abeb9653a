import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Figure, median } from "./measure.ts";
import { watchMemory } from "./memory.ts";
import type { BenchSite } from "./million-entries.ts";

const ROUNDS = 5;
const CSV_TARGET = 0.9;
/** Limit in MB above the idle process. The file itself has more than 120 MB. */
const MEMORY_TARGET_MB = 100;

/**
 * Measures how fast a million entries export as CSV, and the memory. The reference is psql's own COPY of the same
 * columns.
 */
export async function measureExport(bench: BenchSite): Promise<Figure[]> {
  const rates: number[] = [];
  const copies: number[] = [];
  const growth: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const ours = await download(bench, "csv");
    const copy = await copyByPsql(bench);
    if (round < 0) continue;
    rates.push(ours.rate);
    growth.push(ours.grownMb);
    if (copy !== null) copies.push(copy);
  }
  const workbook = await download(bench, "xlsx");
  const ratio = median(rates) / median(copies);
  return [
    {
      name: "entries.csv of 1,000,000 entries over HTTP",
      ours: median(rates),
      unit: "entries/s",
      worst: Math.min(...rates),
      ...(copies.length > 0
        ? {
            beside: { name: "psql COPY TO STDOUT", value: median(copies) },
            target: `ratio at least ${CSV_TARGET}`,
            met: ratio >= CSV_TARGET,
          }
        : { target: "psql was not found: nothing to compare with" }),
    },
    {
      name: "memory of the site that it takes",
      ours: median(growth),
      unit: "MB",
      worst: Math.max(...growth),
      target: `flat: under ${MEMORY_TARGET_MB} MB`,
      met: median(growth) < MEMORY_TARGET_MB,
    },
    { name: "entries.xlsx of 1,000,000 entries over HTTP", ours: workbook.ms / 1000, unit: "s" },
    { name: "memory of the site that it takes", ours: workbook.grownMb, unit: "MB" },
  ];
}

type Download = { readonly rate: number; readonly ms: number; readonly grownMb: number };

async function download({ site, large }: BenchSite, format: "csv" | "xlsx"): Promise<Download> {
  const { result, before, most } = await watchMemory(site.pid, async () => {
    const started = performance.now();
    const basic = Buffer.from(`${large.codeId}:${large.accessCode}`).toString("base64");
    const answer = await fetch(`${site.origin}/api/raffles/${large.codeId}/entries.${format}`, {
      headers: { authorization: `Basic ${basic}` },
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body ?? []) chunks.push(chunk);
    const ms = performance.now() - started;
    return { rate: ((countLines(chunks) - 1) / ms) * 1000, ms };
  });
  return { ...result, grownMb: most - before };
}

/** Counts line breaks, once the clock has stopped: it would take a core. No field of these entries contains one. */
function countLines(chunks: readonly Uint8Array[]): number {
  let lines = 0;
  for (const chunk of chunks) for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** @returns entries per second, or null without psql */
async function copyByPsql({ connectionString, large }: BenchSite): Promise<number | null> {
  const copy = `copy (
      select row_number() over (order by id), entry_code, last_name, first_name, address, phone, email, source,
        case when done_rules @> needed.ids then 'VALID' else 'INVALID' end
      from entries cross join (select array_agg(id) as ids from rules where raffle_id = '${large.id}') as needed
      where raffle_id = '${large.id}' order by id
    ) to stdout (format csv)`;
  const started = performance.now();
  const psql = spawn("psql", ["--no-psqlrc", "--quiet", "-d", connectionString, "-c", copy]);
  const chunks: Uint8Array[] = [];
  psql.stdout.on("data", (chunk: Uint8Array) => {
    chunks.push(chunk);
  });
  const code = await Promise.race([once(psql, "close").then(([exit]) => exit), once(psql, "error").then(() => null)]);
  if (code === null) return null;
  if (code !== 0) throw new Error(`psql ended with ${code}.`);
  const ms = performance.now() - started;
  return (countLines(chunks) / ms) * 1000;
}
