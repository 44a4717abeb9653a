import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withBuildLock } from "./build-lock.ts";

let folder: string;
let path: string;
const never = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tambiolo-lock-"));
  path = join(folder, ".lock");
});

afterEach(() => rm(folder, { recursive: true }));

test("work under the lock never overlaps, and the lock is gone afterwards", async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await readdir(folder);
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withBuildLock(path, never, work)));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test("a lock that nobody touches any more is taken over, by one of those who wait", async () => {
  await writeFile(path, "left by a killed process");
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(path, longAgo, longAgo);
  let done = 0;
  const work = async () => {
    done += 1;
  };
  await Promise.all([1, 2].map(() => withBuildLock(path, never, work)));
  expect(done).toBe(2);
  expect(await readdir(folder)).toEqual([]);
});

test("the lock is given back when the work fails", async () => {
  const failing = withBuildLock(path, never, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await readdir(folder)).toEqual([]);
});

test("waiting for it can be given up", async () => {
  await writeFile(path, "another's");
  const stop = new AbortController();
  const waiting = withBuildLock(path, stop.signal, () => Promise.resolve());
  stop.abort();
  await expect(waiting).rejects.toThrow("abort");
});
