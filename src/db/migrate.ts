import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type QueryExecutorProvider, sql } from "kysely";
import pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { LOCKS } from "./locks.ts";

type Migration = {
  readonly name: string;
  readonly number: number;
  readonly sql: string;
  readonly checksum: string;
  /**
   * Sites whose newest migration has this number or a higher one work with it; older ones do not. Null for one that
   * only adds: every site works with it.
   */
  readonly worksFrom: number | null;
};

export type MigrateOptions = {
  readonly connectionString: string;
  /** Where the NNN-name.sql files are; the product's own by default. */
  readonly folder?: string;
  /** Gets a line for the operator where a migration waits, or where a newer version was here before. */
  readonly onNews?: ((line: string) => void) | undefined;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
};

/** The names of the migrations that this run applied; none when the database was up to date. */
export type Migrated = { readonly applied: readonly string[] };

type Applied = Pick<Migration, "name" | "checksum" | "worksFrom">;

/** Where the product's own NNN-name.sql files are. */
export const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));

const NAME = /^[0-9]{3}-[a-z0-9-]+\.sql$/;

/** The line by which a migration says that it removes something (docs/decisions/0038). */
const CONTRACT = /^-- contract: sites from ([0-9]{3}) on work with it$/m;

/** The number of a migration's name. */
const numberOf = (name: string) => Number.parseInt(name, 10);

/** Connections are named by this and NEWEST: a newer version sees by it whether older sites run. */
export const SITE_CONNECTION = "tambiolo";

/** The number of the newest migration that this version of the site has: it says how old the site is. */
export const NEWEST = Math.max(...readdirSync(MIGRATIONS).filter(isSql).map(numberOf));

/**
 * Earlier checksums of files that had to be edited because some PostgreSQL refused them, or refused rows by them: only
 * from 16 on does it read \v as a space. Databases that took the earlier text mean the same by it.
 */
const FORMER_CHECKSUMS: Readonly<Record<string, string>> = {
  "009-mail.sql": "9d98adc6a7096fbddd00a9cf176ddd44dddd2b2af8808ba4529ebab9789cc984",
  "068-cheaper-checks.sql": "5f9c1ed05e7bba464054b6ebb09a5be83b1b6796b20148f508abb1d3d2286049",
};

const TABLE = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  -- Of a migration that removes something: a version that does not have its file has to know whether it can go on.
  -- Only where it is missing: even \`if not exists\` waits for everybody who reads the table, such as a pg_dump.
  do $$ begin
    if not exists (
      select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'works_from'
    ) then
      alter table schema_migrations add column works_from integer;
    end if;
  end $$`;

/** Reads also a table that has no such column yet. */
const READ_APPLIED = `select name, checksum, (to_jsonb(m) ->> 'works_from')::integer as "worksFrom"
  from schema_migrations m order by name`;

/**
 * How long a migration waits for a table. Everybody who comes after it waits behind it, so that this is how long an
 * entry may be held up by one try.
 */
const LOCK_TIMEOUT_MS = 1_000;
/** Between two tries those go on who waited behind it. */
const PAUSE_MS = 2_000;
/** Five minutes: a `pg_dump` of a large database holds every table for some. */
const TRIES = 100;

/** lock_not_available and deadlock_detected: the database rolled everything back, so that it may be tried again. */
const IN_THE_WAY = new Set(["55P03", "40P01"]);

/**
 * Brings a database to the newest schema: applies its missing migrations in order, each in a transaction.
 *
 * Of two concurrent processes one waits for the other's advisory lock, and then finds nothing left to do.
 *
 * A database that a newer version has changed is taken as it is, as long as this version works with it. A migration
 * that removes what running sites use is not applied (docs/decisions/0038).
 *
 * @returns what was applied, or one line for the operator: an applied file was edited or is missing here, a new file
 *   comes before an applied one, older sites run that would fail, or the database refused a file (which then changed
 *   nothing)
 */
export async function migrate(options: MigrateOptions): Promise<Outcome<Migrated, string>> {
  const migrations = await readMigrations(options.folder ?? MIGRATIONS);
  const client = new pg.Client({ connectionString: options.connectionString, application_name: "tambiolo migrate" });
  await client.connect();
  // A lost connection also fails the pending query, and that failure is handled.
  client.on("error", () => undefined);
  try {
    await client.query("select pg_advisory_lock($1)", [LOCKS.migrations]);
    await client.query(TABLE);
    return await applyNew(client, migrations, options);
  } finally {
    await client.end();
  }
}

/** Reads the migrations of a folder in their order. Throws where a name is wrong or two have one number. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(isSql).sort();
  for (const [index, name] of names.entries()) {
    if (!NAME.test(name)) throw new Error(`The migration ${name} must be named NNN-what-it-does.sql.`);
    // Numbers may be missing: they were reserved for work that never landed. Two files with one number have no order.
    const before = names[index - 1];
    if (before && numberOf(before) === numberOf(name))
      throw new Error(`The migration ${name} has the number of ${before}: give it the next one.`);
  }
  return Promise.all(
    names.map(async (name) => {
      // Line ends depend on how git checked the file out.
      const sql = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
      const [, from] = CONTRACT.exec(sql) ?? [];
      const worksFrom = from === undefined ? null : Number(from);
      return { name, number: numberOf(name), sql, checksum: createHash("sha256").update(sql).digest("hex"), worksFrom };
    }),
  );
}

function isSql(name: string): boolean {
  return name.endsWith(".sql");
}

/**
 * The migrations that a database still needs, without applying them.
 *
 * @returns their names; refused with the line that `migrate` would refuse with
 */
export async function pendingMigrations(db: QueryExecutorProvider): Promise<Outcome<readonly string[], string>> {
  const missing = missingOf(await readApplied(db), await readMigrations(MIGRATIONS));
  return missing.ok ? accept(missing.value.map(({ name }) => name)) : missing;
}

/** The names of migrations that newer versions have applied to a database. */
export async function newerMigrations(db: QueryExecutorProvider): Promise<readonly string[]> {
  return (await readApplied(db)).map(({ name }) => name).filter((name) => numberOf(name) > NEWEST);
}

async function readApplied(db: QueryExecutorProvider): Promise<readonly Applied[]> {
  const table = await sql<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`.execute(db);
  return table.rows[0]?.there ? (await sql.raw<Applied>(READ_APPLIED).execute(db)).rows : [];
}

async function applyNew(
  client: pg.Client,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<Outcome<Migrated, string>> {
  const { rows } = await client.query<Applied>(READ_APPLIED);
  const missing = missingOf(rows, migrations);
  if (!missing.ok) return missing;
  if (rows.length > migrations.length) {
    options.onNews?.(
      "A newer version has changed the database already. This one works with it; upgrade this site too.",
    );
  }
  for (const migration of missing.value) {
    const failure = (await inUse(client, migration, migrations)) ?? (await apply(client, migration, options));
    if (failure !== undefined) return refuse(failure);
  }
  return accept({ applied: missing.value.map(({ name }) => name) });
}

/**
 * The migrations that a database lacks. Those that it holds must be the first ones as they are here. After these it may
 * hold some of newer versions, with which this one works.
 */
function missingOf(rows: readonly Applied[], migrations: readonly Migration[]): Outcome<readonly Migration[], string> {
  const newest = migrations.at(-1)?.number ?? 0;
  for (const [index, { name, checksum, worksFrom }] of rows.entries()) {
    const migration = migrations[index];
    if (migration === undefined && numberOf(name) > newest && (worksFrom ?? 0) <= newest) continue;
    if (migration?.name !== name) {
      return refuse(
        `The database holds the migration ${name}, which this version of the site does not: it was made by a newer version. Install that one, or restore the backup from before the upgrade.`,
      );
    }
    if (migration.checksum !== checksum && FORMER_CHECKSUMS[name] !== checksum) {
      return refuse(
        `The migration ${name} was edited after the database applied it: put the file back as it was and make the change in a new migration.`,
      );
    }
  }
  return accept(migrations.slice(rows.length));
}

/**
 * A line for the operator where sites run that do not work with a migration. Sites of before these numbers count as 0.
 */
async function inUse(
  client: pg.Client,
  { name, worksFrom }: Migration,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  if (worksFrom === null) return undefined;
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database()
       and application_name ~ ('^' || $1 || '( [0-9]+)?$')
       and coalesce(substring(application_name from ' ([0-9]+)$')::integer, 0) < $2 limit 1`,
    [SITE_CONNECTION, worksFrom],
  );
  if (rowCount === 0) return undefined;
  const needed = migrations.find(({ number }) => number >= worksFrom)?.name;
  return (
    `The migration ${name} removes what older sites use, and such a site runs on this database: stop it, or first replace it by a ` +
    `version that has ${needed}. Nothing was changed.`
  );
}

/** @returns nothing, or why the migration could not be applied; then it has changed nothing */
async function apply(
  client: pg.Client,
  migration: Migration,
  { onNews, signal }: MigrateOptions,
): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    const error = await tryToApply(client, migration);
    if (error === undefined) return undefined;
    const { name } = migration;
    if (!IN_THE_WAY.has(error.code ?? "")) {
      return `The migration ${name} failed and changed nothing: ${error.message}.`;
    }
    if (tries === TRIES || signal?.aborted) {
      return `The migration ${name} changed nothing: something uses its tables all the time, as a dump or a session of psql does. Try again when that has ended.`;
    }
    if (tries === 1) onNews?.(`The migration ${name} waits for a table that is in use, five minutes at most ...`);
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function tryToApply(client: pg.Client, migration: Migration): Promise<pg.DatabaseError | undefined> {
  const { name, sql, checksum, worksFrom } = migration;
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await client.query("insert into schema_migrations (name, checksum, works_from) values ($1, $2, $3)", [
      name,
      checksum,
      worksFrom,
    ]);
    await client.query("commit");
    return undefined;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query("rollback");
    return error;
  }
}
