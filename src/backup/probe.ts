import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

/**
 * Writes a small file into a folder and deletes it: rights alone do not say whether that is possible. Named so that the
 * next backup would delete it as well.
 *
 * @param make whether the folder is made where there is none
 * @returns nothing; the refusal is the system's own reason
 */
export async function probe(folder: string, make = false): Promise<Outcome<void, string>> {
  const file = join(folder, `tambiolo-probe-${randomBytes(6).toString("hex")}.part`);
  try {
    if (make) await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, "A file of this size can be written.\n", { flag: "wx", mode: 0o600 });
    return accept(undefined);
  } catch (error) {
    return refuse((error as Error).message);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
