import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLeftovers, removeLeftovers } from "./leftovers.ts";
import { restoreBackup } from "./restore-backup.ts";

const PROJECT = join(import.meta.dirname, "../..");

test("a restore that goes on keeps its folder, and what a killed one left is removed", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "leftovers-"));
  try {
    expect(await findLeftovers(join(dataDir, "none"))).toEqual([]);
    await mkdir(join(dataDir, "before-restore-2026-01-01T000000.000Z"));
    // Of a version whose restore held no lock.
    await mkdir(join(dataDir, "restoring-1-aB3xY9"));
    // A restore reads its backup to the end, and the end of a pipe never comes.
    const pipe = join(dataDir, "backup.tar.gz");
    await once(spawn("mkfifo", [pipe]), "close");
    const writer = spawn("sh", ["-c", 'exec 3<>"$1"; echo open; exec cat', "sh", pipe], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    await once(writer.stdout, "data");
    const restore = spawn(process.execPath, ["src/cli/tambiolo.ts", "restore", pipe], {
      cwd: PROJECT,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      stdio: "ignore",
    });
    const unpacking = async () => (await readdir(dataDir)).filter((name) => /^restoring-\w{6}$/.test(name));
    await expect.poll(unpacking).toHaveLength(1);

    const goesOn = { ok: false, refusal: expect.stringContaining("A restore is going on") };
    expect(await findLeftovers(dataDir)).toEqual([]);
    expect(await removeLeftovers(dataDir)).toMatchObject(goesOn);
    const second = { dataDir, databaseUrl: undefined, env: {}, replace: false };
    expect(await restoreBackup({ file: pipe, passphrase: undefined }, second)).toMatchObject(goesOn);
    expect(await unpacking()).toHaveLength(1);

    const left = (await unpacking()).map((name) => join(dataDir, name));
    restore.kill("SIGKILL");
    await once(restore, "close");
    writer.kill();
    await writeFile(join(left[0] ?? "", "secret"), "s");
    expect(await findLeftovers(dataDir)).toEqual(left);
    expect(await removeLeftovers(dataDir)).toEqual({ ok: true, value: left });
    expect((await readdir(dataDir)).toSorted()).toEqual([
      "backup.tar.gz",
      "before-restore-2026-01-01T000000.000Z",
      "restore.lock",
    ]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
