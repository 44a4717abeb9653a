import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { scheduledBackup } from "#src/backup/scheduled-backup.ts";
import { findPostgres15, startInstalledPostgres } from "../../../tests/support/installed-postgres.ts";
import { runCommand } from "../../../tests/support/run-command.ts";
import { runOnServer, withDatabase } from "../../../tests/support/server-access.ts";

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

test("what is refused touches nothing", async () => {
  const dataDir = join(place, "small");
  const env = { DATA_DIR: dataDir };
  expect(await runCommand(["backup", join(place, "none.tar.gz")], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("There is no database in"),
  });
  expect(existsSync(dataDir)).toBe(false);
  await runCommand(["migrate"], env);
  await writeFile(join(dataDir, "secret"), `${"s".repeat(43)}\n`);
  await writeFile(join(dataDir, "plans.json"), "[]");
  const file = join(place, "small.tar.gz");
  expect(await runCommand(["backup", file], env)).toMatchObject({ code: 0 });
  expect(await runCommand(["backup", file], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is there already"),
  });
  const said = expect.stringContaining("name it so");
  const unencrypted = join(place, "plain.tar.gz");
  expect(await runCommand(["backup", unencrypted], { ...env, BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({
    code: 1,
    said,
  });
  expect(existsSync(unencrypted)).toBe(false);

  // A folder with data is moved aside only where that is asked for.
  const before = await readdir(dataDir);
  expect(await runCommand(["restore", file], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining("--replace"),
  });
  expect(await readdir(dataDir)).toEqual(before);
  expect(await runCommand(["restore", "--replace", file], env)).toMatchObject({ code: 0 });
  const aside = (await readdir(dataDir)).find((name) => name.startsWith("before-restore-")) ?? "";
  expect(await readFile(join(dataDir, aside, "secret"), "utf8")).toBe(`${"s".repeat(43)}\n`);
  expect((await readdir(join(dataDir, aside))).toSorted()).toEqual(["plans.json", "postgres", "secret"]);
  expect(await readFile(join(dataDir, "plans.json"), "utf8")).toBe("[]");

  // A check needs none of the site, and leaves nothing.
  const aroundCheck = { DATA_DIR: join(place, "of-no-site"), TMPDIR: join(place, "temporary") };
  await mkdir(aroundCheck.TMPDIR);
  expect(await runCommand(["check-backup", file], aroundCheck)).toEqual({
    code: 0,
    said: `${file} can be restored: 0 raffles and 0 entries.\n`,
  });

  await truncate(file, (await stat(file)).size - 1);
  expect(await runCommand(["check-backup", file], aroundCheck)).toMatchObject({
    code: 1,
    said: expect.stringContaining("cut"),
  });
  expect(await readdir(aroundCheck.TMPDIR)).toEqual([]);
  expect(existsSync(aroundCheck.DATA_DIR)).toBe(false);
  const cut = join(place, "of-a-cut-one");
  expect(await runCommand(["restore", file], { DATA_DIR: cut })).toMatchObject({
    code: 1,
    said: expect.stringContaining("cut"),
  });
  expect(await readdir(cut)).toEqual(["restore.lock"]);
});

test("of the nightly ones a number is kept, and other files in the folder stay", async () => {
  const dataDir = join(place, "nightly");
  await runCommand(["migrate"], { DATA_DIR: dataDir });
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
    expect(await runCommand(["demo"], env)).toMatchObject({ code: 0 });
    const file = join(place, "own.tar.gz");
    expect(await runCommand(["backup", file], env)).toMatchObject({ code: 0 });

    // Its raffles and entries are counted on the bundled server.
    const check = await runCommand(["check-backup", file], { DATA_DIR: join(place, "own-check") });
    const count = (table: string) =>
      server.run("psql", "-XAt", `--dbname=${from}`, "--command", `select count(*) from ${table}`);
    const [raffles, entries] = await Promise.all(
      ["raffles", "entries"].map(async (table) => Number(await count(table))),
    );
    expect(check).toMatchObject({ code: 0 });
    expect(check.said).toContain(`${file} can be restored: ${raffles} raffles and ${entries} entries.\nIts newest`);
    const withOther = { DATA_DIR: join(place, "own-check"), SECRET: "of another site".repeat(3) };
    expect(await runCommand(["check-backup", file], withOther)).toMatchObject({
      code: 1,
      said: expect.stringContaining("no access code opens"),
    });

    const target = { DATA_DIR: join(place, "own-restored"), DATABASE_URL: to ?? "" };
    expect(await runCommand(["restore", file], { DATA_DIR: target.DATA_DIR })).toMatchObject({
      code: 1,
      said: expect.stringContaining("set DATABASE_URL"),
    });
    expect(await runCommand(["restore", file], { ...target, SECRET: "of another site".repeat(3) })).toMatchObject({
      code: 0,
      said: expect.stringContaining("start the site without SECRET"),
    });
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
    expect(await runCommand(["restore", file], { ...target, DATA_DIR: join(place, "own-again") })).toMatchObject({
      code: 1,
      said: expect.stringContaining("has tables already"),
    });
  });
});
