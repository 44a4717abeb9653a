import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase } from "#src/db/connect.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { raffleBody } from "../../../tests/support/api.ts";
import { askSite } from "../../../tests/support/ask-site.ts";
import { everythingStored } from "../../../tests/support/everything-stored.ts";
import {
  findPostgres15,
  type InstalledPostgres,
  startInstalledPostgres,
} from "../../../tests/support/installed-postgres.ts";
import { bundledDatabase, connectMortal, untilHeldUp } from "../../../tests/support/killed-sites.ts";
import { runCommand } from "../../../tests/support/run-command.ts";
import { runOnServer, withDatabase } from "../../../tests/support/server-access.ts";
import { startSite } from "../../../tests/support/site.ts";

const DEBIAN_15 = findPostgres15();
const PROJECT = join(import.meta.dirname, "../../..");

describe.skipIf(DEBIAN_15 === undefined)("a site moves from the bundled server to PostgreSQL 15", () => {
  let dataDir: string;
  let server: InstalledPostgres;
  let target: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "tambiolo-move-"));
    server = await startInstalledPostgres(DEBIAN_15 ?? "");
    target = withDatabase(server.connectionString, "moved");
    await runOnServer(server.connectionString, "create database moved");
    // As a host gives it: with an extension that has a table, like PostGIS.
    await runOnServer(
      target,
      "create extension citext; create table spatial_ref_sys (srid int); alter extension citext add table spatial_ref_sys",
    );
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function move(to: string, env: Readonly<Record<string, string>> = {}) {
    return runCommand(["move", to], { DATA_DIR: dataDir, ...env });
  }

  async function rowsIn(connectionString: string): Promise<string[]> {
    const { pool, close } = connectDatabase({ connectionString });
    return (await everythingStored(pool).finally(close)).toSorted();
  }

  /** All rows of the stopped site. */
  async function ownRows(): Promise<string[]> {
    const opened = await startEmbeddedPostgres({ dataDir });
    if (!opened.ok) throw new Error(opened.refusal);
    return rowsIn(opened.value.connectionString).finally(opened.value.stop);
  }

  /** Kills a move with -9 when it has copied some tables and has others before it. */
  async function killHalfWay(): Promise<void> {
    // One of each two holds a lock, and one looks: within a transaction PostgreSQL shows no news of others.
    const [there, lookingThere] = [await connectMortal(target), await connectMortal(target)];
    // As an earlier move left it: this one waits for the lock before it copies.
    await there.query("create table public.tambiolo_move (began timestamptz not null default now())");
    await there.query("begin; lock table public.tambiolo_move in access share mode");
    const child = spawn(process.execPath, ["src/cli/tambiolo.ts", "move", target], {
      cwd: PROJECT,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      stdio: "ignore",
    });
    const ended = once(child, "close");
    await untilHeldUp(lookingThere);
    const { open } = bundledDatabase({ dataDir });
    const [here, lookingHere] = [await open(), await open()];
    await here.query("begin; lock table users in access exclusive mode");
    await there.query("rollback");
    await untilHeldUp(lookingHere);
    child.kill("SIGKILL");
    await ended;
    await Promise.all([here, there, lookingHere, lookingThere].map((client) => client.end()));
  }

  test("it is refused beside the running site, killed half-way, repeated, and then has everything", async () => {
    const site = await startSite({ dataDir });
    expect(await runCommand(["demo"], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const running = await move(target).finally(site.stop);
    expect(running).toMatchObject({ code: 1, said: expect.stringContaining("A site is running") });

    const before = await ownRows();
    await killHalfWay();
    expect((await rowsIn(target)).filter((row) => /^(audit_log|entries|raffles|users): /.test(row))).toEqual([]);
    const done = await move(target);
    expect(done.code, done.said).toBe(0);
    expect(done.said.trim().split("\n").at(-1)).toMatch(/^Now set DATABASE_URL .+ in the service's settings, before/);
    const [there, here] = [await rowsIn(target), await ownRows()];
    for (const table of ["raffles", "entries", "draw_results", "raffle_pictures", "raffle_banners"]) {
      expect(there.filter((row) => row.startsWith(`${table}: `)).length, table).toBeGreaterThan(0);
    }
    // When a migration was applied is the only thing that each database says of itself.
    const withoutMigrations = (rows: readonly string[]) => rows.filter((row) => !row.startsWith("schema_migrations: "));
    expect(withoutMigrations(there)).toEqual(withoutMigrations(before));
    expect(withoutMigrations(here)).toEqual(withoutMigrations(before));

    for (const [to, said, env] of [
      [target, "has tables already", {}],
      [target, "uses already", { DATABASE_URL: target }],
      [withDatabase(server.connectionString, "nowhere"), "does not exist", {}],
      ["moved", "must look like", {}],
    ] as const) {
      expect(await move(to, env)).toMatchObject({ code: 1, said: expect.stringContaining(said) });
    }

    const old = await startSite({ dataDir });
    expect(old.log()).toContain("THIS DATA WAS MOVED TO ANOTHER DATABASE");
    await old.stop();
    const moved = await startSite({ dataDir, env: { DATABASE_URL: target, RATE_LIMITS: "off" } });
    try {
      const client = await connectMortal(target);
      const { rows } = await client.query<{ code: string }>(
        "select code_id as code from raffles where status = 'Published'",
      );
      await client.end();
      expect((await fetch(`${moved.origin}/raffle/${rows[0]?.code}`)).status).toBe(200);
      expect((await askSite(moved.origin)("POST", "/raffles", raffleBody())).status).toBe(201);
    } finally {
      await moved.stop();
    }
  });
});
