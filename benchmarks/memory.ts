import { readFile } from "node:fs/promises";

const SAMPLE_MS = 50;

/**
 * Runs `work`. Returns its result, the site's memory before it, and the maximum during it, in MB.
 *
 * @param pid the site's main process; its child processes count too, except PostgreSQL's
 */
export async function watchMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly before: number; readonly most: number }> {
  const before = await siteMb(pid);
  let most = before;
  const sampler = setInterval(async () => {
    most = Math.max(most, await siteMb(pid));
  }, SAMPLE_MS);
  try {
    return { result: await work(), before, most };
  } finally {
    clearInterval(sampler);
  }
}

/** A process's resident memory in MB, from Linux's /proc. NaN on other systems. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function siteMb(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  let all = await residentMb(pid);
  for (const child of children.split(" ").filter((one) => one !== "")) {
    const name = await readFile(`/proc/${child}/comm`, "utf8").catch(() => "postgres");
    // A process that has ended meanwhile counts as 0.
    if (!name.startsWith("postgres")) all += (await siteMb(Number(child))) || 0;
  }
  return all;
}
