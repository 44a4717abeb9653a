import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** How often the lock's holder touches the lock file. */
const HEARTBEAT_MS = 1_000;
/** A lock file untouched for this long is stale: a killed process left it. */
const STALE_MS = 10_000;
const POLL_MS = 100;

/**
 * Runs `work` under a lock file, so that only one process does at a time. The holder touches the file regularly; after
 * a kill the file becomes stale. Its age is safer than a process id, which another process may have got since.
 *
 * @param signal ends the wait for the lock
 * @throws the signal's reason, if it aborts the wait
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
  // Rename first, then check the token again: another process may already have replaced the stale file with a new one.
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
