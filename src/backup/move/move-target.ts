import { randomInt } from "node:crypto";
import pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { MARKER, readTables } from "./move-tables.ts";

const CONNECT_LIMIT_MS = 10_000;
const RANDOM_LOCKS = 2 ** 47;

/**
 * What the server would do of itself in the middle of a long copy is off, and texts look the same from every server.
 * The operator may have set limits for the whole database.
 */
const SESSION = `
  select set_config(name, '0', false) from pg_settings where name in
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout');
  set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set row_security = off`;

/** Opens a connection for a move. The caller ends it. */
export async function connectForMove(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: "tambiolo move",
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
  });
  // A lost connection also fails the pending query, and that failure is handled.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(SESSION);
  return client;
}

/** Whether a site holds connections to this database, on whatever machine it runs. */
export async function siteRuns(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database()
       and application_name ~ '^tambiolo( [0-9]+| jobs)?$' limit 1`,
  );
  return rowCount !== 0;
}

/**
 * Checks that a site can be moved from one database to the other, and marks the other one. Nothing else is changed.
 *
 * @returns nothing; the refusal is one line for the operator: a site runs on one of them, they are the same, or the
 *   target has tables that no move has left
 */
export async function claimTarget(source: pg.Client, target: pg.Client): Promise<Outcome<void, string>> {
  if (await isSame(source, target)) return refuse("The new database is the one that the site uses already.");
  if (await siteRuns(source)) return refuse("A site is running on the present database: stop it first.");
  if (await siteRuns(target)) return refuse("A site is running on the new database: stop it first.");
  const { rows } = await target.query<{ marked: boolean }>(
    `select to_regclass('public.${MARKER}') is not null as marked`,
  );
  if (rows[0]?.marked && !(await hasRaffles(target))) return accept(undefined);
  // Hosts give databases with extensions that have tables: PostGIS, pg_cron.
  const tables = await readTables(target);
  if (tables.length > 0) return refuse("The new database has tables already: name a new, empty one.");
  await target.query(`create table if not exists public.${MARKER} (began timestamptz not null default now())`);
  return accept(undefined);
}

/** A killed move leaves no rows. A site that was started on what it left, and used, is not to be overwritten. */
async function hasRaffles(target: pg.Client): Promise<boolean> {
  for (const table of ["raffles", "users", "audit_log"]) {
    const { rows } = await target.query<{ there: boolean }>("select to_regclass($1) is not null as there", [table]);
    if (!rows[0]?.there) continue;
    const { rowCount } = await target.query(`select from ${table} limit 1`);
    if (rowCount !== 0) return true;
  }
  return false;
}

/** Two addresses may lead to one database: then a lock that one connection holds is in the way of the other. */
async function isSame(source: pg.Client, target: pg.Client): Promise<boolean> {
  const lock = [randomInt(RANDOM_LOCKS)];
  await source.query("select pg_advisory_lock($1)", lock);
  const { rows } = await target.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", lock);
  for (const client of rows[0]?.free ? [source, target] : [source]) {
    await client.query("select pg_advisory_unlock($1)", lock);
  }
  return rows[0]?.free === false;
}
