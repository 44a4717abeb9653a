import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isAlive, readPostmaster } from "#src/db/embedded/postmaster.ts";

const ROOT = join(import.meta.dirname, "..");

it("a run of tests that is ended leaves no PostgreSQL and no folder behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-ended-"));
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const run = spawn(process.execPath, [vitest, "run", "--project=unit", "src/db/transaction.test.ts"], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder },
    stdio: "ignore",
  });
  await expect.poll(() => serverIn(folder)).toBeDefined();
  const server = await serverIn(folder);
  run.kill("SIGTERM");
  await once(run, "close");
  await expect.poll(() => server && isAlive(server.pid)).toBe(false);
  expect(readdirSync(folder).filter((name) => name.startsWith("tambiolo-"))).toEqual([]);
  await rm(folder, { recursive: true });
});

/** The run's PostgreSQL, once it says where it is. */
async function serverIn(folder: string) {
  const [place] = readdirSync(folder).filter((name) => name.startsWith("tambiolo-test-"));
  return place === undefined ? undefined : await readPostmaster(join(folder, place, "postgres"));
}
