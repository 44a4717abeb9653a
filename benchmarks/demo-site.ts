import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type SiteProcess, startSite } from "../tests/support/site.ts";

/** A site as an operator starts it, with the demonstration data. */
export type DemoSite = Pick<SiteProcess, "origin" | "port" | "pid" | "dataDir" | "stop">;

/** Its open raffle, whose pages the benchmarks use. */
export const DEMO_RAFFLE = "PANDESAL";

/** Its requests may say from where they come. */
export async function startDemoSite(): Promise<DemoSite> {
  const site = await startSite({ env: { LOG_LEVEL: "error", TRUST_PROXY: "1" } });
  try {
    await promisify(execFile)(process.execPath, ["src/cli/tambiolo.ts", "demo"], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, DATA_DIR: site.dataDir, PORT: String(site.port) },
    });
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}
