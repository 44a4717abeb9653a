import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small file system of its own, in memory, which a test fills without harm to the machine's disk. */
export type SmallDisk = {
  readonly folder: string;
  /** Fills it to the last byte. */
  fill(): void;
  /** Removes what `fill` wrote. */
  makeRoom(): void;
  /** Lets nothing be written from now on. */
  makeReadOnly(): void;
  remove(): void;
};

const FIRST_CHUNK = 1_048_576;

/** Mounts a tmpfs. Returns a reason instead where this user or this machine does not let a test do that. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can mount a small disk";
  const folder = mkdtempSync(join(tmpdir(), "tambiolo-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    rmdirSync(folder);
    return `this machine mounts no small disk: ${(error as Error).message}`;
  }
  const filling = join(folder, "filling");
  return {
    folder,
    fill() {
      const file = openSync(filling, "a");
      for (let size = FIRST_CHUNK; size >= 1; ) {
        try {
          // Fewer bytes than asked for are written before an error says that there is no room.
          writeSync(file, Buffer.alloc(size, "x"));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          size = Math.floor(size / 2);
        }
      }
      fsyncSync(file);
      closeSync(file);
    },
    makeRoom: () => rmSync(filling, { force: true }),
    makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", folder]),
    remove() {
      execFileSync("umount", ["--lazy", folder]);
      rmdirSync(folder);
    },
  };
}
