import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type DatabaseConnection } from "#src/db/connect.ts";
import { runOnServer, withDatabase } from "./server-access.ts";

/** What the run's setup tells test files: a server, and a migrated database on it to be cloned. */
export type TestServer = { readonly connectionString: string; readonly template: string };

declare module "vitest" {
  // Merged with Vitest's own, which only an interface can be.
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestDatabase = DatabaseConnection & { readonly connectionString: string };

/** Makes a database of the newest shape for one test file, without rows; close() drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject("testServer");
  return openClone(`template ${pg.escapeIdentifier(template)}`);
}

/** Makes a database without any table, for tests of the migrations themselves; close() drops it. */
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
