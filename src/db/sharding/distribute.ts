import type pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { LOCKS } from "../locks.ts";
import { REFERENCE_TABLES, SHARDED_BY } from "./tables.ts";

/** Our own functions that statements on shards, or columns of tables on workers, call. */
const FUNCTIONS = ["fold_for_search", "search_words", "alike_key", "first_winners"];

/** Foreign keys that wait for their tables. Kept in the database, so that an interrupted run loses none. */
const WAITING = "waiting_foreign_keys";

/** What Citus says of a table: spread by a column, whole on every worker, or neither yet. */
const KIND = `
  select case when partmethod = 'h' then 'sharded' when repmodel = 't' then 'reference' end as kind
  from pg_dist_partition where logicalrelid = $1::regclass`;

/**
 * Spreads the tables of a migrated database over Citus' workers: those that grow by raffle, those that they refer to
 * whole on each. What is done already stays: it can be run again after an interruption, and after an upgrade that added
 * tables. No site may be running.
 *
 * @returns what it did, in lines for the operator; the refusal is one line that says what is missing
 */
export async function distributeTables(client: pg.Client): Promise<Outcome<readonly string[], string>> {
  const fault = await findFault(client);
  if (fault) return refuse(fault);
  await client.query("select pg_advisory_lock($1)", [LOCKS.migrations]);
  const tables = [...REFERENCE_TABLES, ...SHARDED_BY.keys()];
  const done = await dropTriggers(client, tables);
  for (const name of FUNCTIONS)
    await client.query("select create_distributed_function($1::regproc::regprocedure)", [name]);
  const missing: string[] = [];
  for (const table of tables) if (!(await isAsWanted(client, table))) missing.push(table);
  await setForeignKeysAside(client, missing);
  for (const table of missing) done.push(await distribute(client, table));
  await restoreForeignKeys(client);
  await client.query("select pg_advisory_unlock($1)", [LOCKS.migrations]);
  if (missing.length === 0) done.push("All tables were distributed already.");
  return accept(done);
}

async function findFault(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  if (rows.length === 0) {
    return 'This database has no Citus: put citus into shared_preload_libraries, run "create extension citus" in it as a superuser, add the workers (citus_add_node), and run this again.';
  }
  const { rows: nodes } = await client.query<{ coordinators: number; workers: number; here: boolean }>(`
    select (count(*) filter (where groupid = 0))::int as coordinators, (count(*) filter (where groupid <> 0))::int as workers,
      citus_is_coordinator() as here
    from pg_dist_node where noderole = 'primary'`);
  const [{ coordinators = 0, workers = 0, here = true } = {}] = nodes;
  if (!here) return "The server of DATABASE_URL is a worker of Citus: DATABASE_URL has to name the coordinator.";
  if (coordinators === 0) {
    return `Citus does not know the address of its coordinator: run "select citus_set_coordinator_host('its name')"${workers === 0 ? ", add the workers" : ""}, and run this again.`;
  }
  return null;
}

/** The site does itself what triggers do elsewhere (instead-of-triggers.ts). */
export async function dropTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `select quote_ident(tgname) as name, tgrelid::regclass::text as table from pg_trigger
     where not tgisinternal and tgrelid = any ($1::regclass[]) order by 2, 1`,
    [tables],
  );
  for (const { name, table } of rows) await client.query(`drop trigger ${name} on ${table}`);
  return rows.length > 0 ? [`Dropped ${rows.length} triggers: the site does their work itself.`] : [];
}

async function isAsWanted(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ kind: string | null }>(KIND, [table]);
  return rows[0]?.kind === (SHARDED_BY.has(table) ? "sharded" : "reference");
}

async function distribute(client: pg.Client, table: string): Promise<string> {
  const column = SHARDED_BY.get(table);
  if (column === undefined) {
    await client.query("select create_reference_table($1)", [table]);
    return `${table}: whole on every worker.`;
  }
  const beside = table === "entries" ? "default" : "entries";
  await client.query("select create_distributed_table($1, $2, colocate_with => $3)", [table, column, beside]);
  return `${table}: spread over the workers by raffle.`;
}

/**
 * Takes foreign keys away from tables that are to be distributed, and to them. Citus accepts them between tables that
 * it has, and in no order while some are missing.
 */
async function setForeignKeysAside(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(`create table if not exists ${WAITING} (
    place text not null, name text not null, definition text not null, primary key (place, name))`);
  await client.query("begin");
  const { rows } = await client.query<{ place: string; name: string }>(
    `insert into ${WAITING} (place, name, definition)
     select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace
       and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[]))
     on conflict (place, name) do nothing
     returning place, quote_ident(name) as name`,
    [tables],
  );
  for (const { place, name } of rows) await client.query(`alter table ${place} drop constraint ${name}`);
  await client.query("commit");
}

async function restoreForeignKeys(client: pg.Client): Promise<void> {
  // Keys of reference tables first, in the order in which the tables refer to each other.
  const { rows } = await client.query<{ place: string; name: string; definition: string }>(
    `select place, name, definition from ${WAITING} order by array_position($1::text[], place), name`,
    [[...REFERENCE_TABLES, ...SHARDED_BY.keys()]],
  );
  for (const { place, name, definition } of rows) {
    const { rowCount } = await client.query(
      "select from pg_constraint where conrelid = $1::regclass and conname = $2",
      [place, name],
    );
    if (rowCount === 0) await client.query(`alter table ${place} add constraint "${name}" ${definition}`);
    await client.query(`delete from ${WAITING} where place = $1 and name = $2`, [place, name]);
  }
  await client.query(`drop table ${WAITING}`);
}

/**
 * Whether a database and the setting DATABASE_SHARDED fit each other.
 *
 * @returns null if they do; else one line for the operator
 */
export async function shardingFault(client: pg.Client, sharded: boolean): Promise<string | null> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null as there",
  );
  const isDistributed = rows[0]?.there === true && (await isAsWanted(client, "entries"));
  if (isDistributed === sharded) return null;
  return sharded
    ? 'DATABASE_SHARDED is on, and the tables are not sharded yet: run "tambiolo shard" first.'
    : "The tables of this database are sharded by Citus: set DATABASE_SHARDED=on.";
}
