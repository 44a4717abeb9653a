import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { scheduledBackup } from "#src/backup/scheduled-backup.ts";
import { connectDatabase } from "#src/db/connect.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { raffleBody } from "../../../tests/support/api.ts";
import { crowd } from "../../../tests/support/crowd.ts";
import { everythingStored } from "../../../tests/support/everything-stored.ts";
import { findPostgres15, startInstalledPostgres } from "../../../tests/support/installed-postgres.ts";
import { bundledDatabase } from "../../../tests/support/killed-sites.ts";
import { runOnServer, withDatabase } from "../../../tests/support/server-access.ts";
import { type SiteProcess, startSite } from "../../../tests/support/site.ts";

const PROJECT = join(import.meta.dirname, "../../..");
const PASSPHRASE = "a passphrase of tests";

let place: string;
let leftovers: (() => unknown)[] = [];
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "tambiolo-backup-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));
afterEach(async () => {
  await Promise.all(leftovers.map((stop) => stop()));
  leftovers = [];
});

async function start(dataDir: string): Promise<SiteProcess> {
  const site = await startSite({ dataDir, env: { RATE_LIMITS: "off", TRUST_PROXY: "1" } });
  leftovers.push(() => site.stop());
  return site;
}

/** Runs a command of the site to its end. */
async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["src/cli/tambiolo.ts", ...args], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, ...env },
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, said: stdout + stderr };
}

async function makeRaffle({ origin }: SiteProcess): Promise<{ codeId: string; accessCode: string }> {
  const headers = { "content-type": "application/json" };
  const made = await fetch(`${origin}/api/raffles`, { method: "POST", headers, body: JSON.stringify(raffleBody()) });
  return (await made.json()) as { codeId: string; accessCode: string };
}

async function storedCodes(site: SiteProcess): Promise<string[]> {
  const client = await bundledDatabase(site).open();
  const { rows } = await client.query<{ code: string }>("select entry_code as code from entries");
  await client.end();
  return rows.map(({ code }) => code);
}

/** All rows of a stopped site, sorted. */
async function rowsOf(dataDir: string): Promise<string[]> {
  const opened = await startEmbeddedPostgres({ dataDir });
  if (!opened.ok) throw new Error(opened.refusal);
  // A pool ends before its connections are closed. So the server may still say goodbye to one, and somebody has to listen.
  const { pool, close } = connectDatabase({ connectionString: opened.value.connectionString });
  const rows = await everythingStored(pool);
  await close();
  await opened.value.stop();
  return rows.toSorted();
}

test("a backup while people enter holds everybody who was in before it began, and makes a site that works", async () => {
  const dataDir = join(place, "running");
  await mkdir(join(dataDir, "pages"), { recursive: true });
  await writeFile(join(dataDir, "pages", "terms.en.md"), "Terms of our own");
  const site = await start(dataDir);
  const { codeId, accessCode } = await makeRaffle(site);
  const file = join(place, "running.tar.gz");
  const { accepted, errors, result } = await crowd({ port: site.port, raffle: codeId, perSecond: 60 }, async () => {
    await expect.poll(async () => (await storedCodes(site)).length).toBeGreaterThan(100);
    const before = await storedCodes(site);
    const made = await run(["backup", file], { DATA_DIR: dataDir });
    const after = (await storedCodes(site)).length;
    await expect.poll(async () => (await storedCodes(site)).length).toBeGreaterThan(after + 50);
    return { before, made };
  });
  expect(result.made).toMatchObject({ code: 0 });
  expect(errors).toEqual([]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const restored = join(place, "restored");
  // Beside the site that it was taken of, as in a drill: nothing of its locks and sockets is in the way.
  expect(await run(["restore", file], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  const second = await start(restored);
  const there = new Set(await storedCodes(second));
  expect(result.before.filter((code) => !there.has(code))).toEqual([]);
  expect(there.size).toBeLessThan(accepted.length);
  const authorization = `Basic ${btoa(`${codeId}:${accessCode}`)}`;
  const desk = await fetch(`${second.origin}/api/raffles/${codeId}/entries`, { headers: { authorization } });
  expect(desk.status).toBe(200);
  expect(await (await fetch(`${second.origin}/terms?lang=en`)).text()).toContain("Terms of our own");
  expect(await run(["restore", file], { DATA_DIR: restored })).toMatchObject({
    code: 1,
    said: expect.stringContaining("is running"),
  });

  // Stopped, both stand still, and can be compared row by row.
  await Promise.all([site.stop(), second.stop()]);
  const [quiet, copy] = [join(place, "quiet.tar.gz.age"), join(place, "copy")];
  expect(await run(["backup", quiet], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({ code: 0 });
  expect(await run(["restore", quiet], { DATA_DIR: copy, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({ code: 0 });
  const rows = await rowsOf(dataDir);
  expect(rows.length).toBeGreaterThan(accepted.length);
  expect(await rowsOf(copy)).toEqual(rows);
});

test("what is refused touches nothing", async () => {
  const dataDir = join(place, "small");
  const env = { DATA_DIR: dataDir };
  expect(await run(["backup", join(place, "none.tar.gz")], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("There is no database in"),
  });
  expect(existsSync(dataDir)).toBe(false);
  await run(["migrate"], env);
  await writeFile(join(dataDir, "secret"), `${"s".repeat(43)}\n`);
  const file = join(place, "small.tar.gz");
  expect(await run(["backup", file], env)).toMatchObject({ code: 0 });
  expect(await run(["backup", file], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is there already"),
  });
  const said = expect.stringContaining("name it so");
  const unencrypted = join(place, "plain.tar.gz");
  expect(await run(["backup", unencrypted], { ...env, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({
    code: 1,
    said,
  });
  expect(existsSync(unencrypted)).toBe(false);

  // A folder with data is moved aside only where that is asked for.
  const before = await readdir(dataDir);
  expect(await run(["restore", file], env)).toMatchObject({ code: 1, said: expect.stringContaining("--replace") });
  expect(await readdir(dataDir)).toEqual(before);
  expect(await run(["restore", "--replace", file], env)).toMatchObject({ code: 0 });
  const aside = (await readdir(dataDir)).find((name) => name.startsWith("before-restore-")) ?? "";
  expect(await readFile(join(dataDir, aside, "secret"), "utf8")).toBe(`${"s".repeat(43)}\n`);
  expect((await readdir(join(dataDir, aside))).toSorted()).toEqual(["postgres", "secret"]);

  await truncate(file, (await stat(file)).size - 1);
  const cut = join(place, "of-a-cut-one");
  expect(await run(["restore", file], { DATA_DIR: cut })).toMatchObject({
    code: 1,
    said: expect.stringContaining("cut"),
  });
  expect(await readdir(cut)).toEqual([]);
});

test("of the nightly ones a number is kept, and other files in the folder stay", async () => {
  const dataDir = join(place, "nightly");
  await run(["migrate"], { DATA_DIR: dataDir });
  await writeFile(join(dataDir, "secret"), `${"s".repeat(43)}\n`);
  const backupDir = join(place, "nights");
  await mkdir(backupDir);
  await writeFile(join(backupDir, "notes.txt"), "mine");
  await writeFile(join(backupDir, "tambiolo-2026-01-01T033000Z.tar.gz.part"), "interrupted");
  let hour = 0;
  const clock = () => new Date(Date.UTC(2026, 0, 2, hour++));
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const job = scheduledBackup({ backupDir, backupKeep: 1, backupPassphrase: undefined, env }, clock);
  for (let night = 0; night < 2; night++) {
    expect(await job.run({}, new AbortController().signal)).toMatchObject({ ok: true });
  }
  expect((await readdir(backupDir)).toSorted()).toEqual(["notes.txt", "tambiolo-2026-01-02T010000Z.tar.gz"]);
});

const DEBIAN_15 = findPostgres15();

describe.skipIf(DEBIAN_15 === undefined)("a PostgreSQL of the operator's own", () => {
  test("is dumped and restored row by row, as pg_dump reads both", async () => {
    const server = await startInstalledPostgres(DEBIAN_15 ?? "");
    leftovers.push(() => server.stop());
    const [from, to] = ["site", "restored"].map((name) => withDatabase(server.connectionString, name));
    for (const name of ["site", "restored"]) await runOnServer(server.connectionString, `create database ${name}`);
    const env = { DATA_DIR: join(place, "own"), DATABASE_URL: from ?? "" };
    expect(await run(["demo"], env)).toMatchObject({ code: 0 });
    const file = join(place, "own.tar.gz");
    expect(await run(["backup", file], env)).toMatchObject({ code: 0 });

    const target = { DATA_DIR: join(place, "own-restored"), DATABASE_URL: to ?? "" };
    expect(await run(["restore", file], { DATA_DIR: target.DATA_DIR })).toMatchObject({
      code: 1,
      said: expect.stringContaining("set DATABASE_URL"),
    });
    expect(await run(["restore", file], target)).toMatchObject({ code: 0 });
    expect(await readFile(join(target.DATA_DIR, "secret"))).toEqual(await readFile(join(env.DATA_DIR, "secret")));
    const dumps = await Promise.all(
      [from, to].map(async (url) => {
        const dump = await server.run("pg_dump", "--data-only", `--dbname=${url}`);
        // pg_dump draws a word of its own for each dump.
        return dump
          .split("\n")
          .filter((line) => !/^\\(un)?restrict /.test(line))
          .toSorted();
      }),
    );
    expect(dumps[0]?.length).toBeGreaterThan(500);
    expect(dumps[1]).toEqual(dumps[0]);
    expect(await run(["restore", file], { ...target, DATA_DIR: join(place, "own-again") })).toMatchObject({
      code: 1,
      said: expect.stringContaining("has tables already"),
    });
  });
});
