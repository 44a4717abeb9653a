import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** The holder of the lock touches its file this often ... */
const HEARTBEAT_MS = 1_000;
/** ... so that one untouched for this long was left by a killed process. */
const STALE_MS = 10_000;
const POLL_MS = 100;

/**
 * Runs `work` while no other process does, under a lock file that its holder keeps touching: a killed holder's file
 * grows old, whichever process has its number now.
 *
 * @param signal ends the wait for the lock, with its reason thrown
 */
export async function withBuildLock<Result>(
  path: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const token = randomUUID();
  while (!(await take(path, token))) {
    await removeWhenStale(path);
    await delay(POLL_MS, undefined, { signal });
  }
  const heartbeat = setInterval(() => void touch(path), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await readToken(path)) === token) await rm(path, { force: true });
  }
}

async function take(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function removeWhenStale(path: string): Promise<void> {
  const token = await readToken(path);
  const touched = await stat(path).catch(() => undefined);
  if (!touched || Date.now() - touched.mtimeMs < STALE_MS) return;
  // Moved before it is judged again: of two that see the same old file, one may already have put a new one there.
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readToken(aside);
  if (moved !== undefined && moved !== token) await rename(aside, path);
  await rm(aside, { force: true });
}

async function readToken(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}
