import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "#src/config/env.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { migrate } from "#src/db/migrate.ts";
import type { TestServer } from "./database.ts";
import { runOnServer, withDatabase } from "./server-access.ts";

/**
 * Starts a bundled PostgreSQL in a temporary folder, or takes the server of TEST_DATABASE_URL, and makes on it a
 * database of the newest shape, from which each test file clones its own.
 *
 * @returns the server, and what stops it and removes the template and the folder
 */
export async function startTestServer(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const { connectionString, stop } = await openServer();
  const template = `test_template_${randomBytes(8).toString("hex")}`;
  await runOnServer(connectionString, `create database ${template}`);
  const migrated = await migrate({ connectionString: withDatabase(connectionString, template) });
  if (!migrated.ok) throw new Error(migrated.refusal);
  return {
    server: { connectionString, template },
    async stop() {
      await runOnServer(connectionString, `drop database ${template} with (force)`);
      await stop();
    },
  };
}

async function openServer(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const given = readEnvironment().TEST_DATABASE_URL;
  if (given) return { connectionString: given, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-test-"));
  const started = await startEmbeddedPostgres({ dataDir });
  if (!started.ok) {
    await rm(dataDir, { recursive: true, force: true });
    throw new Error(started.refusal);
  }
  return {
    connectionString: started.value.connectionString,
    async stop() {
      await started.value.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
