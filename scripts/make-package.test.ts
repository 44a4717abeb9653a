import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { raffleBody } from "../tests/support/api.ts";
import { type SiteProcess, startSite } from "../tests/support/site.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "..");
/**
 * Packages come from npm's cache, which `npm ci` has filled; with TEST_EMPTY_NPM_CACHE=1 all 300 MB from the registry.
 */
const isCacheEmpty = process.env.TEST_EMPTY_NPM_CACHE === "1";

let place: string;
let site: SiteProcess | undefined;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-packed-"));
});
afterAll(async () => {
  await site?.stop();
  await rm(place, { recursive: true, force: true });
});

test("the package, installed into an empty folder, is a whole site", async () => {
  const packed = await run(process.execPath, ["scripts/make-package.ts", place], { cwd: PROJECT });
  const file = packed.stdout.trim().split("\n").at(-1) ?? "";
  const folder = join(place, "installed");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), "{}");
  const cache = isCacheEmpty ? ["--cache", join(place, "cache")] : ["--prefer-offline"];
  await run("npm", ["install", file, "--no-audit", "--no-fund", ...cache], { cwd: folder });

  const inside = join(folder, "node_modules", "tambiolo");
  const files = await readdir(inside, { recursive: true });
  const ours = files.filter((name) => !name.startsWith("node_modules"));
  expect(ours.filter((name) => /\.(ts|tsx)$|^(web|tests|benchmarks)/.test(name))).toEqual([]);
  expect(JSON.parse(await readFile(join(inside, "package.json"), "utf8"))).not.toHaveProperty("private");
  // What it needs of others is pinned, and none of it is for building.
  const { packages } = JSON.parse(await readFile(join(inside, "npm-shrinkwrap.json"), "utf8"));
  const unpinned = Object.entries<{ integrity?: string; optional?: boolean }>(packages).filter(
    ([path, { integrity, optional }]) => path !== "" && !integrity && !optional,
  );
  expect(unpinned).toEqual([]);
  expect(Object.keys(packages).filter((path) => /\/(vite|typescript|vitest|@react-router\/dev)$/.test(path))).toEqual(
    [],
  );

  site = await startSite({ project: folder, program: ["node_modules/tambiolo/bin/tambiolo.mjs", "serve"] });
  const { origin } = site;
  const home = await fetch(`${origin}/?lang=en`);
  expect(home.status).toBe(200);
  const page = await home.text();
  expect(page).toMatch(/<meta name="generator" content="Tambiolo \d+\.\d+\.\d+ \([0-9a-f]{12}\)"/);
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1];
  expect((await fetch(`${origin}${style}`)).status).toBe(200);
  const headers = { "content-type": "application/json" };
  const made = await fetch(`${origin}/api/raffles`, { method: "POST", headers, body: JSON.stringify(raffleBody()) });
  const { codeId } = (await made.json()) as { codeId: string };
  expect((await fetch(`${origin}/raffle/${codeId}?lang=en`)).status).toBe(200);
  // Drawn by a process of its own, which is found by its path.
  expect((await fetch(`${origin}/banner/${codeId}.png`)).headers.get("content-type")).toMatch(/^image\//);
  const command = join(folder, "node_modules", ".bin", "tambiolo");
  const backup = join(place, "backup.tar.gz");
  const saved = await run(command, ["backup", backup], { env: { PATH: process.env.PATH, DATA_DIR: site.dataDir } });
  expect(saved.stdout).toContain(backup);
  expect(await site.stop()).toBe(0);
});
