import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { readEnvironment } from "#src/config/env.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { migrate } from "#src/db/migrate.ts";
import type { TestServer } from "./database.ts";
import { endWithProcess } from "./end-with-process.ts";
import { startInstalledPostgres } from "./installed-postgres.ts";
import { runOnServer, withDatabase } from "./server-access.ts";

/**
 * The most connections. Parallel test files and their sites need some each, and a failed test leaves some open for a
 * while.
 */
const CONNECTIONS = 150;

/** Test data need not survive a crash of the machine, and the disk is slow. */
const FORGETFUL = ["fsync = off", "full_page_writes = off", "autovacuum = off"];

/**
 * Starts a bundled PostgreSQL in a temporary folder, or one from the programs in TEST_POSTGRES_BIN. With
 * TEST_DATABASE_URL it uses that server. Creates a migrated template database, which each test file clones.
 *
 * @returns the server, and a function that stops it and removes the template and the folder
 */
export async function startTestServer(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const { connectionString, stop } = await openServer();
  const template = `test_template_${randomBytes(8).toString("hex")}`;
  await runOnServer(connectionString, `create database ${template}`);
  const migrated = await migrate({ connectionString: withDatabase(connectionString, template) });
  if (!migrated.ok) throw new Error(migrated.refusal);
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-sites-"));
  return {
    server: { connectionString, template, folder },
    async stop() {
      for (const name of await databasesOf(connectionString, template)) {
        await runOnServer(connectionString, `drop database ${name} with (force)`);
      }
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The template and what is left of its copies: that of a site which files share ends with their worker. */
async function databasesOf(connectionString: string, template: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [template],
  );
  await client.end();
  return rows.map(({ datname }) => datname);
}

async function openServer(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const { TEST_DATABASE_URL: running, TEST_POSTGRES_BIN: bin } = readEnvironment();
  if (running) return { connectionString: running, stop: () => Promise.resolve() };
  if (bin) return startInstalledPostgres(bin, { settings: FORGETFUL });
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-test-"));
  const forget = endWithProcess(dataDir, join(dataDir, "postgres"));
  const started = await startEmbeddedPostgres({ dataDir, connections: CONNECTIONS });
  if (!started.ok) {
    forget();
    await rm(dataDir, { recursive: true, force: true });
    throw new Error(started.refusal);
  }
  const { connectionString } = started.value;
  for (const setting of FORGETFUL) await runOnServer(connectionString, `alter system set ${setting}`);
  await runOnServer(connectionString, "select pg_reload_conf()");
  return {
    connectionString,
    async stop() {
      forget();
      await started.value.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
