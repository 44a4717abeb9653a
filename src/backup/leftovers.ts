import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "#src/db/embedded/postmaster.ts";

/** A restore unpacks a backup here. The number is of its process; folders of versions before 0.1.0 have none. */
const NAME = /^restoring-(?:(\d+)-)?\w+$/;

/** The start of the folder's name in which this process unpacks a backup. */
export const UNPACKING = `restoring-${process.pid}-`;

/** What ended restores left in a DATA_DIR: absolute paths. A restore that goes on is not among them. */
export async function findLeftovers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((): string[] => []);
  return names.filter((name) => isLeft(NAME.exec(name))).map((name) => join(dataDir, name));
}

/**
 * Removes what killed restores left: it holds everybody's names in plain text.
 *
 * @returns what was removed
 */
export async function removeLeftovers(dataDir: string): Promise<string[]> {
  const left = await findLeftovers(dataDir);
  for (const folder of left) await rm(folder, { recursive: true, force: true });
  return left;
}

function isLeft(named: RegExpExecArray | null): boolean {
  return named !== null && (named[1] === undefined || !isAlive(Number(named[1])));
}
