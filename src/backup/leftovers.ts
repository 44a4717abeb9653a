import { chmodSync, existsSync } from "node:fs";
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

/** Who only looks whether a restore goes on is in the way of its lock for a moment. */
const LOOK_MS = 500;

/**
 * Holds a DATA_DIR for one restore at a time. SQLite locks the file, since Node has no call for that. The file stays,
 * empty: who waits for a file that is deleted would hold nothing.
 *
 * @returns a function that lets go; the refusal is one line for the operator
 */
export function holdForRestore(dataDir: string): Outcome<() => void, string> {
  const path = join(dataDir, LOCK_FILE);
  let file: DatabaseSync | undefined;
  try {
    const isNew = !existsSync(path);
    file = new DatabaseSync(path, { timeout: LOOK_MS });
    // Nothing is in it, and the site may run as another user than a restore.
    if (isNew) chmodSync(path, 0o644);
    // A journal beside the file would stay when the process is killed.
    file.exec("pragma journal_mode = memory; begin exclusive");
    return accept(() => file?.close());
  } catch (error) {
    file?.close();
    return refuse(isLocked(error) ? goesOn(dataDir) : cannot("lock", path, error));
  }
}

/** What ended restores left in a DATA_DIR: absolute paths. A restore that goes on is not among them. Only looks. */
export async function findLeftovers(dataDir: string): Promise<string[]> {
  const unpacked = await findUnpacked(dataDir);
  return unpacked.length > 0 && whyHeld(dataDir) === undefined ? unpacked : [];
}

/**
 * Removes what killed restores left: it holds everybody's names in plain text. No lock is needed for it: a restore that
 * begins meanwhile makes a folder of another name.
 *
 * @returns what was removed; the refusal is one line for the operator: a restore goes on, or another user owns a folder
 */
export async function removeLeftovers(dataDir: string): Promise<Outcome<string[], string>> {
  const unpacked = await findUnpacked(dataDir);
  if (unpacked.length === 0) return accept([]);
  const held = whyHeld(dataDir);
  if (held !== undefined) return refuse(held);
  try {
    await removeAll(unpacked);
    return accept(unpacked);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    return refuse(`What a killed restore left cannot be deleted: ${message}. Delete it as the user that restored.`);
  }
}

/**
 * Why a restore may be going on, in one line for the operator. The file is only read: it may be another user's, and one
 * that is made by looking would be in the way of the site's user.
 */
function whyHeld(dataDir: string): string | undefined {
  const path = join(dataDir, LOCK_FILE);
  if (!existsSync(path)) return undefined;
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { readOnly: true });
    file.exec("select * from sqlite_master");
    return undefined;
  } catch (error) {
    return isLocked(error) ? goesOn(dataDir) : cannot("read", path, error);
  } finally {
    file?.close();
  }
}

function isLocked(error: unknown): boolean {
  return /locked/.test((error as Error).message);
}

function goesOn(dataDir: string): string {
  return `A restore is going on in ${dataDir}: wait for its end.`;
}

function cannot(act: string, path: string, error: unknown): string {
  return `Cannot ${act} ${path}: ${(error as Error).message}. If no restore runs, delete it. Restore and start as one user.`;
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
