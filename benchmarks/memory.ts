import { readFile } from "node:fs/promises";

const SAMPLE_MS = 50;

/** Runs `work`, and says how much memory the process held before it and at most while it ran, in MB. */
export async function watchMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly before: number; readonly most: number }> {
  const before = await residentMb(pid);
  let most = before;
  const sampler = setInterval(async () => {
    most = Math.max(most, await residentMb(pid));
  }, SAMPLE_MS);
  try {
    return { result: await work(), before, most };
  } finally {
    clearInterval(sampler);
  }
}

/** What a process holds in memory at this moment, as Linux counts it; NaN elsewhere. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
