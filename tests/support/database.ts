import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type DatabaseConnection } from "#src/db/connect.ts";
import { runOnServer, withDatabase } from "./server-access.ts";

/** What the run's setup provides to test files: a server, and a migrated template database on it. */
export type TestServer = { readonly connectionString: string; readonly template: string };

declare module "vitest" {
  // Merged with Vitest's own interface, so it cannot be a type alias.
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestDatabase = DatabaseConnection & { readonly connectionString: string };

/** Creates an empty database with the latest schema for one test file. close() drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject("testServer");
  return openClone(`template ${pg.escapeIdentifier(template)}`);
}

/** Creates a database without tables, for tests of the migrations. close() drops it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return openClone("template template0");
}

async function openClone(source: string): Promise<TestDatabase> {
  const server = inject("testServer");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runOnServer(server.connectionString, `create database ${pg.escapeIdentifier(name)} ${source}`);
  const connectionString = withDatabase(server.connectionString, name);
  const connection = connectDatabase({ connectionString });
  return {
    ...connection,
    connectionString,
    async close() {
      await connection.close();
      await runOnServer(server.connectionString, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    },
  };
}
