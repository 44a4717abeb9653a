import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import demoPlans from "#src/demo/plans.json" with { type: "json" };
import { type Plans, readPlans } from "#src/i18n/plans.ts";

type Folder = Pick<Config, "plansFile" | "dataDir">;

/** Looked for where PLANS_FILE names no file. */
const fileIn = (dataDir: string) => join(dataDir, "plans.json");

/**
 * The operator's plans, from the file of PLANS_FILE or from `plans.json` in the data folder.
 *
 * @returns the plans; null if there is no such file; or one line for the operator where it cannot be used
 */
export async function loadPlans({ plansFile, dataDir }: Folder): Promise<Outcome<Plans | null, string>> {
  const path = plansFile ?? fileIn(dataDir);
  const cannot = (why: string) => refuse(`The plans in ${path} cannot be used: ${why}.`);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing && plansFile === undefined ? accept(null) : cannot((error as Error).message);
  }
  try {
    const read = readPlans(JSON.parse(text));
    return read.ok ? read : cannot(read.refusal);
  } catch {
    return cannot("it is not JSON");
  }
}

/**
 * Writes the demonstration's plans into the data folder. A site with plans of its own keeps those.
 *
 * @returns whether they were written
 */
export async function writeDemoPlans({ plansFile, dataDir }: Folder): Promise<boolean> {
  if (plansFile !== undefined) return false;
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(fileIn(dataDir), `${JSON.stringify(demoPlans, null, 2)}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
