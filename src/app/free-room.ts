import { statfs } from "node:fs/promises";

const GIB = 2 ** 30;

/** Free bytes below which a disk with a database needs somebody: its log alone grows by 1 GiB (max_wal_size). */
export const LITTLE_ROOM = { problem: GIB, warning: 3 * GIB } as const;

/** The bytes that a folder's file system has left for this user. Rejects where there is no such folder. */
export async function freeRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
