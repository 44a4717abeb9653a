import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "../tests/support/site.ts";
import { type Figure, median, timed } from "./measure.ts";
import { residentMb } from "./memory.ts";

const ROUNDS = 3;

/**
 * Measures the time from a site's command to its first response, with and without an existing database, and its idle
 * memory.
 */
export async function measureStartUp(): Promise<Figure[]> {
  const [first, again, memory]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-bench-"));
    try {
      for (const times of [first, again]) {
        const { ms, result: site } = await timed(() => startSite({ dataDir, env: { LOG_LEVEL: "error" } }));
        times.push(ms / 1000);
        if (times === again) memory.push(await residentMb(site.pid));
        await site.stop();
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return [
    { name: "start of a site", ours: median(again), unit: "s", worst: Math.max(...again) },
    { name: "start of a new site, its database made", ours: median(first), unit: "s", worst: Math.max(...first) },
    { name: "memory of the site at rest", ours: median(memory), unit: "MB", worst: Math.max(...memory) },
  ];
}
