import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type DatabaseConnection } from "#src/db/connect.ts";
import { dropTriggers } from "#src/db/sharding/distribute.ts";
import { REFERENCE_TABLES, SHARDED_BY } from "#src/db/sharding/tables.ts";
import { watchStatements } from "./citus-watch.ts";
import { watchLocks } from "./lock-order.ts";
import { runOnServer, withDatabase } from "./server-access.ts";

/** What the run's setup provides to test files: a server, a migrated template database on it, and a folder. */
export type TestServer = {
  readonly connectionString: string;
  readonly template: string;
  /** For data of sites that end with a worker of the run. */
  readonly folder: string;
};

declare module "vitest" {
  // Merged with Vitest's own interface, so it cannot be a type alias.
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestDatabase = DatabaseConnection & { readonly connectionString: string };

export type TestDatabaseOptions = {
  /** Whether the site takes it for sharded: a plain PostgreSQL without triggers, to which it talks as to Citus. */
  readonly sharded?: boolean;
};

/** For a run of any tests with such databases. */
const AS_SHARDED = process.env.TEST_SHARDED === "on";

/** Creates an empty database with the latest schema for one test file. close() drops it. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { template } = inject("testServer");
  return openClone(copyOf(template), options);
}

/** Creates a copy of a database, to which nobody may be connected. close() drops the copy. */
export async function copyDatabase({ connectionString }: TestDatabase): Promise<TestDatabase> {
  return openClone(copyOf(new URL(connectionString).pathname.slice(1)), { sharded: false });
}

/** Its files are copied: to log each of their blocks takes the server twice as long, or more. */
function copyOf(template: string): string {
  return `template ${pg.escapeIdentifier(template)} strategy file_copy`;
}

/** Creates a database without tables, for tests of the migrations. close() drops it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return openClone("template template0", { sharded: false });
}

async function dropTriggersOf(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await dropTriggers(client, [...REFERENCE_TABLES, ...SHARDED_BY.keys()]);
  } finally {
    client.release();
  }
}

async function openClone(source: string, options: TestDatabaseOptions): Promise<TestDatabase> {
  const server = inject("testServer");
  const name = `${server.template}_${randomBytes(8).toString("hex")}`;
  await runOnServer(server.connectionString, `create database ${pg.escapeIdentifier(name)} ${source}`);
  const connectionString = withDatabase(server.connectionString, name);
  const connection = connectDatabase({ connectionString, sharded: options.sharded ?? AS_SHARDED });
  const sharded = options.sharded ?? AS_SHARDED;
  const stopWatching = [await watchStatements(), await watchLocks()];
  if (sharded) await dropTriggersOf(connection.pool);
  return {
    ...connection,
    connectionString,
    async close() {
      for (const stop of stopWatching) stop();
      await connection.close();
      await runOnServer(server.connectionString, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    },
  };
}
