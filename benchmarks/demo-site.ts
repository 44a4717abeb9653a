import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type SiteProcess, startSite } from "../tests/support/site.ts";

/** A site as an operator starts it, with the demonstration data. */
export type DemoSite = Pick<SiteProcess, "origin" | "port" | "pid" | "dataDir"> & { stop(): Promise<void> };

/** Its open raffle, whose pages the benchmarks use. */
export const DEMO_RAFFLE = "PANDESAL";

export async function startDemoSite(): Promise<DemoSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-bench-"));
  const site = await startSite({ dataDir, env: { LOG_LEVEL: "error" } });
  const stop = async () => {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await promisify(execFile)(process.execPath, ["src/cli/tambiolo.ts", "demo"], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(site.port) },
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...site, stop };
}
