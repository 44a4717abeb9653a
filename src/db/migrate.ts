import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Reader } from "./connect.ts";
import { LOCKS } from "./locks.ts";

export type MigrateOptions = {
  readonly connectionString: string;
  /** Where the NNN-name.sql files are; the product's own by default. */
  readonly folder?: string;
};

/** The names of the migrations that this run applied; none when the database was up to date. */
export type Migrated = { readonly applied: readonly string[] };

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };
type Applied = Pick<Migration, "name" | "checksum">;

const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));
const NAME = /^[0-9]{3}-[a-z0-9-]+\.sql$/;

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
  )`;

/**
 * Brings a database to the newest schema: applies its missing migrations in order, each in a transaction.
 *
 * Of two concurrent processes one waits for the other's advisory lock, and then finds nothing left to do.
 *
 * @returns what was applied, or one line for the operator: an applied file was edited or is missing here, a new file
 *   comes before an applied one, or the database refused a file (which then changed nothing)
 */
export async function migrate(options: MigrateOptions): Promise<Outcome<Migrated, string>> {
  const migrations = await readMigrations(options.folder ?? FOLDER);
  const client = new pg.Client({ connectionString: options.connectionString, application_name: "tambiolo migrate" });
  await client.connect();
  // A lost connection also fails the pending query, and that failure is handled.
  client.on("error", () => undefined);
  try {
    await client.query("select pg_advisory_lock($1)", [LOCKS.migrations]);
    await client.query(TABLE);
    return await applyNew(client, migrations);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  for (const [index, name] of names.entries()) {
    if (!NAME.test(name)) throw new Error(`The migration ${name} must be named NNN-what-it-does.sql.`);
    // Numbers may be missing: they were reserved for work that never landed. Two files with one number have no order.
    const before = names[index - 1];
    if (before && Number.parseInt(before, 10) === Number.parseInt(name, 10))
      throw new Error(`The migration ${name} has the number of ${before}: give it the next one.`);
  }
  return Promise.all(
    names.map(async (name) => {
      // Line ends depend on how git checked the file out.
      const sql = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * The migrations that a database still needs, without applying them.
 *
 * @returns their names; refused with the line that `migrate` would refuse with
 */
export async function pendingMigrations(db: Reader): Promise<Outcome<readonly string[], string>> {
  const table = await sql<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`.execute(db);
  const applied = table.rows[0]?.there
    ? (await sql<Applied>`select name, checksum from schema_migrations order by name`.execute(db)).rows
    : [];
  const missing = missingOf(applied, await readMigrations(FOLDER));
  return missing.ok ? accept(missing.value.map(({ name }) => name)) : missing;
}

async function applyNew(client: pg.Client, migrations: readonly Migration[]): Promise<Outcome<Migrated, string>> {
  const { rows } = await client.query<Applied>("select name, checksum from schema_migrations order by name");
  const missing = missingOf(rows, migrations);
  if (!missing.ok) return missing;
  for (const migration of missing.value) {
    const failure = await apply(client, migration);
    if (failure) return refuse(`The migration ${migration.name} failed and changed nothing: ${failure}.`);
  }
  return accept({ applied: missing.value.map(({ name }) => name) });
}

/** The migrations after those that a database holds, which must be the first ones as they are here. */
function missingOf(rows: readonly Applied[], migrations: readonly Migration[]): Outcome<readonly Migration[], string> {
  for (const [index, { name, checksum }] of rows.entries()) {
    const migration = migrations[index];
    if (migration?.name !== name) {
      return refuse(
        `The database holds the migration ${name}, which this version of the site does not: it was made by a newer version, so install that one.`,
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

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<string | undefined> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
    return undefined;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query("rollback");
    return error.message;
  }
}
