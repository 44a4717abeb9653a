import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import type { Environment } from "#src/config/env.ts";
import type { Job } from "#src/jobs/jobs.ts";

/** The name of a scheduled backup. Their order by name is that by time; other files in the folder stay. */
const NAME = /^tambiolo-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.gz(\.age)?$/;
/** What is left of one that was interrupted. */
const LEFT_OVER = /^tambiolo-.*\.part$/;

const COMMAND = fileURLToPath(new URL("../cli/tambiolo.ts", import.meta.url));

/** Hundreds of gigabytes take this long; one that hangs is given up. */
const EXPIRE_SECONDS = 6 * 3600;

type Settings = Pick<Config, "backupKeep" | "backupPassphrase"> & {
  readonly backupDir: string;
  /** The variables of the command. Without them it gets those of this process. */
  readonly env?: Environment;
};

/**
 * The job that makes a backup every night and deletes the oldest. The work is done by a process of its own, the command
 * `backup`, so that nobody who enters waits for it.
 */
export function scheduledBackup(settings: Settings, clock: () => Date): Job {
  return {
    name: "backup",
    // Before the nightly erasing at 3:30, when almost nobody uses the site.
    cron: "30 2 * * *",
    retries: { times: 3, firstSeconds: 600, longestSeconds: 3600 },
    expireSeconds: EXPIRE_SECONDS,
    async run(_data, lost) {
      const { backupDir, backupKeep, backupPassphrase, env } = settings;
      await mkdir(backupDir, { recursive: true, mode: 0o700 });
      const name = `tambiolo-${clock().toISOString().replaceAll(":", "").replace(/\.\d+/, "")}.tar.gz`;
      const file = join(backupDir, backupPassphrase === undefined ? name : `${name}.age`);
      const made = await runCommand(file, { signal: lost, env });
      if (made.ok) await deleteOld(backupDir, backupKeep);
      return made;
    },
  };
}

/** When the newest scheduled backup was made; nothing where there is none. */
export async function newestBackup(folder: string): Promise<Date | undefined> {
  const newest = (await listBackups(folder)).at(-1);
  return newest === undefined ? undefined : (await stat(join(folder, newest))).mtime;
}

async function runCommand(
  file: string,
  how: { readonly signal: AbortSignal; readonly env: Environment | undefined },
): Promise<Outcome<void, string>> {
  const child = spawn(process.execPath, [COMMAND, "backup", file], { stdio: ["ignore", "ignore", "pipe"], ...how });
  // An abort emits `error` before `close`; only the exit code of `close` counts.
  child.on("error", () => undefined);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  return code === 0 ? accept(undefined) : refuse(said.trim().split("\n").at(-1) || "the backup was interrupted");
}

async function deleteOld(folder: string, keep: number): Promise<void> {
  const left = (await readdir(folder)).filter((name) => LEFT_OVER.test(name));
  for (const name of [...left, ...(await listBackups(folder)).slice(0, -keep)]) await rm(join(folder, name));
}

async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).sort();
}
