import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLeftovers, removeLeftovers, UNPACKING } from "./leftovers.ts";

test("what a killed restore left is removed, and neither data nor a restore that goes on", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "leftovers-"));
  try {
    expect(await findLeftovers(join(dataDir, "none"))).toEqual([]);
    const ended = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await once(ended, "close");
    const left = ["restoring-aB3xY9", `restoring-${ended.pid}-aB3xY9`];
    const others = ["before-restore-2026-01-01T000000.000Z", "postgres", `${UNPACKING}aB3xY9`];
    for (const name of [...left, ...others]) {
      await mkdir(join(dataDir, name));
      await writeFile(join(dataDir, name, "secret"), "s");
    }
    expect((await removeLeftovers(dataDir)).toSorted()).toEqual(left.map((name) => join(dataDir, name)).toSorted());
    expect((await readdir(dataDir)).toSorted()).toEqual(others.toSorted());
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
