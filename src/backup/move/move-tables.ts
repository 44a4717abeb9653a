import { PassThrough } from "node:stream";
import type pg from "pg";
import { CopyOut, copyIn } from "../copy-streams.ts";

/** The table that marks a database which a move has begun to fill. The move that ends drops it. */
export const MARKER = "tambiolo_move";

/** A table with its columns, all of them quoted for SQL. */
export type MovedTable = { readonly name: string; readonly columns: string };

/** Neither PostgreSQL's own, nor those of an extension or of a session. */
const OURS = `
  n.nspname not in ('pg_catalog', 'information_schema') and c.relpersistence <> 't'
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

const NAME = "quote_ident(n.nspname) || '.' || quote_ident(c.relname)";
const FROM = "from pg_class c join pg_namespace n on n.oid = c.relnamespace";

/** Reads all tables of a database. One with partitions is one table. Columns that PostgreSQL computes are left out. */
export async function readTables(client: pg.Client): Promise<MovedTable[]> {
  const { rows } = await client.query<MovedTable>(
    `select ${NAME} as name, (
       select coalesce(string_agg(quote_ident(attname), ', ' order by attname), '') from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
     ) as columns
     ${FROM} where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '${MARKER}' and ${OURS} order by 1`,
  );
  return rows;
}

/** The job queue has a partition for each day: makes those that the target lacks. */
export async function addPartitions(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; parent: string; bound: string }>(
    `select ${NAME} as name, pg_get_expr(c.relpartbound, c.oid) as bound,
       quote_ident(pn.nspname) || '.' || quote_ident(p.relname) as parent
     ${FROM} join pg_inherits i on i.inhrelid = c.oid
       join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
     where c.relispartition and c.relkind = 'r' and ${OURS}`,
  );
  for (const { name, parent, bound } of rows) {
    await target.query(`create table if not exists ${name} partition of ${parent} ${bound}`);
  }
}

/**
 * Empties the tables, runs `fill`, and does what a restore does: no trigger fires, and foreign keys are checked when
 * all rows are there. It runs in the caller's transaction.
 */
export async function fillTables(
  target: pg.Client,
  tables: readonly MovedTable[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: keys } = await target.query<{ place: string; name: string; definition: string }>(
    `select ${NAME} as place, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     ${FROM} join pg_constraint k on k.conrelid = c.oid where k.contype = 'f' and k.conparentid = 0 and ${OURS}`,
  );
  const { rows: triggers } = await target.query<{ place: string; name: string }>(
    `select ${NAME} as place, quote_ident(t.tgname) as name
     ${FROM} join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal and t.tgenabled = 'O' and ${OURS}`,
  );
  for (const { place, name } of keys) await target.query(`alter table ${place} drop constraint ${name}`);
  for (const { place, name } of triggers) await target.query(`alter table ${place} disable trigger ${name}`);
  await target.query(`truncate ${tables.map(({ name }) => name).join(", ")}`);
  await fill();
  for (const { place, name } of triggers) await target.query(`alter table ${place} enable trigger ${name}`);
  for (const { place, name, definition } of keys) {
    await target.query(`alter table ${place} add constraint ${name} ${definition}`);
  }
}

/** Copies all rows of a table. */
export async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: MovedTable): Promise<void> {
  const rows = new PassThrough();
  source.query(new CopyOut(`copy (select ${columns} from ${name}) to stdout`, rows));
  await copyIn(target, `copy ${name} (${columns}) from stdin`, rows);
}

/** Sets each sequence of the target to where that of the source is. */
export async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select ${NAME} as name ${FROM} where c.relkind = 'S' and ${OURS}`,
  );
  for (const { name } of rows) {
    const read = await source.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    const [{ last, called } = { last: "1", called: false }] = read.rows;
    await target.query("select setval($1::regclass, $2::bigint, $3)", [name, last, called]);
  }
}

/** The number of a table's rows, and a sum over all of their columns that does not depend on their order. */
export async function sumOf(client: pg.Client, { name, columns }: MovedTable): Promise<{ rows: string; sum: string }> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows,
       coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columns})::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint::numeric), 0)::text as sum from ${name}`,
  );
  return rows[0] ?? { rows: "0", sum: "0" };
}
