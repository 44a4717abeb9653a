import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

/** The start of the name of the folder in DATA_DIR in which a restore unpacks a backup. */
export const UNPACKING = "restoring-";

/**
 * Locked by the system for as long as a restore lives, whatever ends it. A process id means nothing in another
 * container.
 */
const LOCK_FILE = "restore.lock";

/**
 * Holds a DATA_DIR for one restore at a time. SQLite locks the file, since Node has no call for that. The file stays,
 * empty: who waits for a file that is deleted would hold nothing.
 *
 * @returns a function that lets go; the refusal is one line for the operator
 */
export function holdForRestore(dataDir: string): Outcome<() => void, string> {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(dataDir, LOCK_FILE));
    file.exec("begin exclusive");
    return accept(() => file?.close());
  } catch (error) {
    file?.close();
    const { message } = error as Error;
    return refuse(
      /locked/.test(message)
        ? `A restore is going on in ${dataDir}: wait for its end.`
        : `Cannot lock ${join(dataDir, LOCK_FILE)}: ${message}. Restore and start as the same user.`,
    );
  }
}

/** What ended restores left in a DATA_DIR: absolute paths. A restore that goes on is not among them. */
export async function findLeftovers(dataDir: string): Promise<string[]> {
  const unpacked = await findUnpacked(dataDir);
  if (unpacked.length === 0) return [];
  const held = holdForRestore(dataDir);
  if (!held.ok) return [];
  held.value();
  return unpacked;
}

/**
 * Removes what killed restores left: it holds everybody's names in plain text.
 *
 * @returns what was removed; the refusal is one line for the operator: a restore goes on
 */
export async function removeLeftovers(dataDir: string): Promise<Outcome<string[], string>> {
  const unpacked = await findUnpacked(dataDir);
  if (unpacked.length === 0) return accept([]);
  const held = holdForRestore(dataDir);
  if (!held.ok) return held;
  try {
    await removeAll(unpacked);
    return accept(unpacked);
  } finally {
    held.value();
  }
}

/** As removeLeftovers, for the restore that holds the DATA_DIR. */
export async function removeEarlier(dataDir: string): Promise<void> {
  await removeAll(await findUnpacked(dataDir));
}

async function removeAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

async function findUnpacked(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch((): string[] => []);
  return names.filter((name) => name.startsWith(UNPACKING)).map((name) => join(dataDir, name));
}
