import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { findLeftovers, holdForRestore, removeLeftovers } from "./leftovers.ts";
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

/** The file's facts that looking must not change. */
async function factsOf(file: string) {
  const { ino, mode, mtimeMs, size, uid } = await stat(file);
  return { ino, mode, mtimeMs, size, uid };
}

test("who looks for leftovers makes and changes nothing", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "leftovers-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const left = join(dataDir, "restoring-aB3xY9");
  await mkdir(left);
  expect(await findLeftovers(dataDir)).toEqual([left]);
  expect(await readdir(dataDir)).toEqual(["restoring-aB3xY9"]);

  const lock = join(dataDir, "restore.lock");
  await writeFile(lock, "");
  const before = await factsOf(lock);
  expect(await findLeftovers(dataDir)).toEqual([left]);
  expect(await factsOf(lock)).toEqual(before);
  expect((await readdir(dataDir)).toSorted()).toEqual(["restore.lock", "restoring-aB3xY9"]);
});

test.skipIf(process.getuid?.() !== 0)(
  "a lock file of root that nobody holds stops no start of another user",
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "leftovers-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const held = holdForRestore(dataDir);
    await mkdir(join(dataDir, "restoring-aB3xY9"));
    const OTHER = 65_534;
    for (const folder of [dataDir, join(dataDir, "restoring-aB3xY9")]) await chown(folder, OTHER, OTHER);
    // The modules are loaded before the process becomes the other user, who may not read them.
    const script = `const { removeLeftovers } = await import(process.argv[1]);
    process.setgid(${OTHER}); process.setuid(${OTHER});
    console.log(JSON.stringify(await removeLeftovers(process.argv[2])));`;
    const asOther = async () => {
      const args = ["--input-type=module", "--eval", script, join(PROJECT, "src/backup/leftovers.ts"), dataDir];
      const child = spawn(process.execPath, args, { cwd: PROJECT, stdio: ["ignore", "pipe", "inherit"] });
      return JSON.parse(await text(child.stdout));
    };
    expect(await asOther()).toMatchObject({ ok: false, refusal: expect.stringContaining("A restore is going on") });
    if (held.ok) held.value();
    expect(await asOther()).toEqual({ ok: true, value: [join(dataDir, "restoring-aB3xY9")] });
    expect(await readdir(dataDir)).toEqual(["restore.lock"]);
  },
);
