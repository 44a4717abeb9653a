import pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded.ts";
import { migrate } from "#src/db/migrate.ts";
import { installJobs } from "#src/jobs/jobs.ts";
import { fail } from "./command.ts";
import { listenForStop } from "./stop-signal.ts";

/** The oldest PostgreSQL that the tests have run on. */
const OLDEST_MAJOR = 15;

/**
 * Opens the database of a command: the bundled PostgreSQL, or the one of DATABASE_URL, brought to the newest shape.
 *
 * @returns its address and what stops it (nothing, for one that is not ours), or one line for the operator
 */
export async function openDatabase(
  config: Config,
  options: Omit<EmbeddedOptions, "dataDir">,
): Promise<Outcome<EmbeddedPostgres, string>> {
  const opened = config.databaseUrl
    ? await checkServer(config.databaseUrl)
    : await startEmbeddedPostgres({ dataDir: config.dataDir, ...options });
  if (!opened.ok) return opened;
  let migrated: Awaited<ReturnType<typeof migrate>> | undefined;
  try {
    migrated = await bringUpToDate(opened.value.connectionString);
  } finally {
    if (!migrated?.ok) await opened.value.stop();
  }
  if (!migrated.ok) return migrated;
  const { applied } = migrated.value;
  if (applied.length > 0) options.onNews?.(`The database is brought up to date: ${applied.join(", ")}.`);
  return opened;
}

/** Our own tables, then those of the job queue. */
async function bringUpToDate(connectionString: string): ReturnType<typeof migrate> {
  const migrated = await migrate({ connectionString });
  if (!migrated.ok) return migrated;
  const installed = await installJobs(connectionString);
  return installed.ok ? migrated : installed;
}

/** Does a command's work on the database of the site, which may be running or not, and answers its exit code. */
export async function besideSite(config: Config, work: (db: Database) => Promise<number>): Promise<number> {
  const opened = await openDatabase(config, {
    beside: true,
    signal: listenForStop().signal,
    onNews: (line) => console.log(line),
  });
  if (!opened.ok) return fail(opened.refusal);
  try {
    const { db, close } = connectDatabase({ connectionString: opened.value.connectionString });
    return await work(db).finally(close);
  } finally {
    await opened.value.stop();
  }
}

/** Checks the operator's server before anything relies on it. */
async function checkServer(connectionString: string): Promise<Outcome<EmbeddedPostgres, string>> {
  const client = new pg.Client({ connectionString, application_name: "tambiolo", connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
         current_setting('server_encoding') as encoding`,
    );
    const [{ version, number, encoding } = { version: "unknown", number: 0, encoding: "unknown" }] = rows;
    if (number < OLDEST_MAJOR * 10_000) {
      return refuse(`The server of DATABASE_URL is PostgreSQL ${version}: version ${OLDEST_MAJOR} or newer is needed.`);
    }
    if (encoding !== "UTF8") {
      return refuse(`The database of DATABASE_URL is encoded as ${encoding}: create one with encoding 'UTF8'.`);
    }
    return accept({ connectionString, stop: () => Promise.resolve() });
  } catch (error) {
    return refuse(`Cannot use the database of DATABASE_URL: ${(error as Error).message || "no answer"}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
