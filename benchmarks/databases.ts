import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { migrate } from "#src/db/migrate.ts";
import type { SiteProcess } from "../tests/support/site.ts";

/** Starts a PostgreSQL with an empty, migrated database in a folder of its own. stop() removes it. */
export async function startDatabase(): Promise<{ readonly connectionString: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-bench-"));
  const started = await startEmbeddedPostgres({ dataDir });
  if (!started.ok) throw new Error(started.refusal);
  const { connectionString, stop } = started.value;
  const migrated = await migrate({ connectionString });
  if (!migrated.ok) throw new Error(migrated.refusal);
  return {
    connectionString,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A connection to the database of a running site. */
export type SiteDatabase = {
  readonly connectionString: string;
  readonly client: pg.Client;
  close(): Promise<void>;
};

export async function openDatabaseOf({ dataDir }: Pick<SiteProcess, "dataDir">): Promise<SiteDatabase> {
  const database = await startEmbeddedPostgres({ dataDir, beside: true });
  if (!database.ok) throw new Error(database.refusal);
  const { connectionString, stop } = database.value;
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    connectionString,
    client,
    async close() {
      await client.end();
      await stop();
    },
  };
}
