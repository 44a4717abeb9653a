import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import { connectDatabase, type Database } from "#src/db/connect.ts";
import { DatabaseAwayError, isDatabaseAway } from "#src/db/database-away.ts";
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from "#src/db/embedded.ts";
import { type Migrated, migrate } from "#src/db/migrate.ts";
import { poolFault } from "#src/db/pool/pool-fault.ts";
import { shardingFault } from "#src/db/sharding/distribute.ts";
import { installJobs } from "#src/jobs/jobs.ts";
import { fail } from "./command.ts";
import { listenForStop } from "./stop-signal.ts";

/** The oldest PostgreSQL that the tests run on. */
const OLDEST_MAJOR = 15;
/** How long to wait for the database: a machine that starts with ours, or a standby that takes over, needs less. */
const MAX_WAIT_MS = 5 * 60_000;
const ASK_EVERY_MS = 1_000;
const CHECK_LIMIT_MS = 10_000;

type Options = Omit<EmbeddedOptions, "dataDir"> & {
  /** DATABASE_SHARDED, which has to fit the database. Without it nobody looks. */
  readonly sharded?: boolean;
  /** Whose address the database's is, for refusals; that of DATABASE_URL by default. */
  readonly of?: AddressOf;
};

/** Where the address of a database was given: in the setting, or as the argument of `move`. */
type AddressOf = "DATABASE_URL" | "the new database";

/** The check of the operator's server: usable, away, or unsuitable for good. */
type Checked = Outcome<void, { readonly line: string; readonly isAway: boolean }>;

/**
 * Opens the database of a command, the bundled PostgreSQL or the one of DATABASE_URL, and migrates it.
 *
 * @returns its address and a function that stops it (a no-op for a server that is not ours); the refusal is one line
 *   for the operator
 */
export async function openDatabase(config: Config, options: Options): Promise<Outcome<EmbeddedPostgres, string>> {
  if (config.databaseUrl) return openServer(config.databaseUrl, options);
  const opened = await startEmbeddedPostgres({ dataDir: config.dataDir, ...options });
  if (!opened.ok) return opened;
  let migrated: Awaited<ReturnType<typeof migrate>> | undefined;
  try {
    migrated = await bringUpToDate(opened.value.connectionString, options);
  } finally {
    if (!migrated?.ok) await opened.value.stop();
  }
  if (!migrated.ok) return migrated;
  reportApplied(migrated.value, options);
  return opened;
}

function reportApplied({ applied }: Migrated, { onNews }: Pick<EmbeddedOptions, "onNews">): void {
  if (applied.length === 0) return;
  // Of a new database nobody wants eighty names.
  const isNew = applied[0]?.startsWith("001-");
  onNews?.(isNew ? "The database is made." : `The database is brought up to date: ${applied.join(", ")}.`);
}

/** Opens the operator's server. If it is away, or goes away meanwhile, this waits for it. */
async function openServer(connectionString: string, options: Options): Promise<Outcome<EmbeddedPostgres, string>> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    const failure = await tryServer(connectionString, options);
    if (failure.ok) return accept({ connectionString, stop: () => Promise.resolve() });
    const { line, isAway } = failure.refusal;
    // Only the site waits, since nobody may be there to start it again. A command fails at once: its operator is there.
    if (!isAway || options.beside || performance.now() - began > MAX_WAIT_MS) return refuse(line);
    if (tries === 1) options.onNews?.(`${line} Waiting for it, five minutes at most ...`);
    await delay(ASK_EVERY_MS, undefined, { signal: options.signal }).catch(() => undefined);
    if (options.signal?.aborted) return refuse("Stopped before the database was there.");
  }
}

async function tryServer(
  connectionString: string,
  options: Pick<Options, "onNews" | "signal" | "sharded" | "of">,
): Promise<Checked> {
  const { of = "DATABASE_URL" } = options;
  try {
    const checked = await checkServer(connectionString, of);
    if (!checked.ok) return refuse({ line: checked.refusal, isAway: false });
    const migrated = await bringUpToDate(connectionString, options);
    if (!migrated.ok) return refuse({ line: migrated.refusal, isAway: false });
    reportApplied(migrated.value, options);
    return accept(undefined);
  } catch (error) {
    return refuse({ line: lineOf(error, of), isAway: isDatabaseAway(error) });
  }
}

function lineOf(error: unknown, of: AddressOf): string {
  return `Cannot use ${databaseOf(of)}: ${(error as Error).message || "no answer"}.`;
}

function databaseOf(of: AddressOf): string {
  return of === "DATABASE_URL" ? "the database of DATABASE_URL" : of;
}

/**
 * Opens the database of a site, which may be running or not, as it is: nothing is made or migrated.
 *
 * @returns as openDatabase; it is also refused where there is no database yet
 */
export async function openUnchanged(
  { databaseUrl, dataDir }: Config,
  signal: AbortSignal,
  of: AddressOf = "DATABASE_URL",
): Promise<Outcome<EmbeddedPostgres, string>> {
  if (databaseUrl === undefined) {
    const missing = refuseMissing(dataDir);
    return missing ?? startEmbeddedPostgres({ dataDir, beside: true, signal });
  }
  try {
    const checked = await checkServer(databaseUrl, of);
    return checked.ok ? accept({ connectionString: databaseUrl, stop: () => Promise.resolve() }) : checked;
  } catch (error) {
    return refuse(lineOf(error, of));
  }
}

/** Refuses a folder in which no bundled database was made. */
function refuseMissing(dataDir: string) {
  if (existsSync(join(dataDir, "postgres"))) return null;
  return refuse(`There is no database in ${dataDir}: start the site once, or set DATA_DIR to the folder of the site.`);
}

/** Migrates our own tables, then those of the job queue; then looks whether the database fits DATABASE_SHARDED. */
async function bringUpToDate(
  connectionString: string,
  { onNews, signal, sharded }: Pick<Options, "onNews" | "signal" | "sharded">,
): ReturnType<typeof migrate> {
  const migrated = await migrate({ connectionString, onNews, signal });
  if (!migrated.ok) return migrated;
  const installed = await installJobs(connectionString);
  if (!installed.ok) return installed;
  const fault =
    sharded === undefined ? null : await askOnce(connectionString, (client) => shardingFault(client, sharded));
  return fault ? refuse(fault) : migrated;
}

/**
 * Runs a command's work on the database of the site, which may be running or not.
 *
 * @param options.makes whether the command is also for a site that was never started, and makes its database
 * @returns the command's exit code
 */
export async function besideSite(
  config: Config,
  work: (db: Database) => Promise<number>,
  { makes = false } = {},
): Promise<number> {
  const missing = makes || config.databaseUrl !== undefined ? null : refuseMissing(config.dataDir);
  if (missing) return fail(missing.refusal);
  const opened = await openDatabase(config, {
    beside: true,
    signal: listenForStop().signal,
    onNews: (line) => console.log(line),
  });
  if (!opened.ok) return fail(opened.refusal);
  try {
    const { db, close } = connectDatabase({
      connectionString: opened.value.connectionString,
      sharded: config.databaseSharded,
    });
    return await work(db).finally(close);
  } finally {
    await opened.value.stop();
  }
}

const NOTHING_SAID = { version: "unknown", number: 0, encoding: "unknown", standby: false };

/** Checks the operator's server before its first use: the version, the encoding, and that it is not a standby. */
async function checkServer(connectionString: string, of: AddressOf): Promise<Outcome<void, string>> {
  return askOnce(connectionString, async (client) => {
    const { rows } = await client.query<{ version: string; number: number; encoding: string; standby: boolean }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
         current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`,
    );
    const [{ version, number, encoding, standby } = NOTHING_SAID] = rows;
    // It counts as away until it is promoted, or the address leads to the primary.
    if (standby) throw new DatabaseAwayError("it is a standby, which takes no changes");
    if (number < OLDEST_MAJOR * 10_000) {
      return refuse(`The server of ${of} is PostgreSQL ${version}: version ${OLDEST_MAJOR} or newer is needed.`);
    }
    if (encoding !== "UTF8") {
      return refuse(`Cannot use ${databaseOf(of)}, encoded as ${encoding}: create one with encoding 'UTF8'.`);
    }
    const fault = await poolFault(connectionString, of);
    return fault === undefined ? accept(undefined) : refuse(fault);
  });
}

/** Asks on a connection of its own. One that is lost or silent fails the question, and nothing else. */
async function askOnce<Answer>(connectionString: string, ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({
    connectionString,
    application_name: "tambiolo check",
    connectionTimeoutMillis: CHECK_LIMIT_MS,
    query_timeout: CHECK_LIMIT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
