import type pg from "pg";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { LOCKS } from "#src/db/locks.ts";
import {
  addPartitions,
  copySequences,
  copyTable,
  fillTables,
  MARKER,
  type MovedTable,
  readTables,
  sumOf,
} from "./move-tables.ts";
import { siteRuns } from "./move-target.ts";

/** What was moved. */
export type Moved = { readonly tables: number; readonly rows: number };

const RUNS = "A site was started on the present database meanwhile: stop it, and repeat. The new database is empty.";

/**
 * Copies all rows of a site's database into another one, which `claimTarget` has marked and the migrations have filled
 * with tables. The target gets everything in one transaction, or nothing. Afterwards both sides are read again and
 * compared. The source stays as it is.
 *
 * @returns how much was moved; the refusal is one line for the operator
 * @throws the error of a server or of a lost connection: the target has no rows then
 */
export async function moveDatabase(source: pg.Client, target: pg.Client): Promise<Outcome<Moved, string>> {
  // A site that starts on the source meanwhile waits for this lock.
  await source.query("select pg_advisory_lock($1)", [LOCKS.migrations]);
  if (await siteRuns(source)) return refuse(RUNS);
  await target.query("begin");
  const moved = await tryToMove(source, target);
  await target.query(moved.ok ? "commit" : "rollback");
  return moved;
}

async function tryToMove(source: pg.Client, target: pg.Client): Promise<Outcome<Moved, string>> {
  const { rows } = await target.query<{ there: boolean }>(
    `select to_regclass('public.${MARKER}') is not null as there`,
  );
  if (!rows[0]?.there) return refuse("Another move has filled the new database.");
  // Drops it with the commit. Until then another move waits here.
  await target.query(`drop table public.${MARKER}`);
  await source.query("begin transaction isolation level repeatable read, read only");
  const tables = await readTables(source);
  const fault = findDifference(tables, await readTables(target));
  if (fault !== undefined) return refuse(fault);
  await addPartitions(source, target);
  await fillTables(target, tables, async () => {
    for (const table of tables) await copyTable(source, target, table);
    await copySequences(source, target);
  });
  await source.query("commit");
  const compared = await compare(source, target, tables);
  if (!compared.ok) return compared;
  if (await siteRuns(source)) return refuse(RUNS);
  // So that the first pages are planned well: a restore leaves no statistics.
  await target.query("analyze");
  return compared;
}

/** Why the tables of the source have no place in the target. */
function findDifference(tables: readonly MovedTable[], there: readonly MovedTable[]): string | undefined {
  const known = new Map(there.map(({ name, columns }) => [name, columns]));
  const strange = tables.find(({ name, columns }) => known.get(name) !== columns);
  if (strange === undefined) return undefined;
  return (
    `The table ${strange.name} of the present database is not as this version of Tambiolo makes it: move with the version ` +
    "that the site runs with, and without tables of your own."
  );
}

/** Reads both sides, the source as it is now: what was written to it during the copy is a difference. */
async function compare(
  source: pg.Client,
  target: pg.Client,
  tables: readonly MovedTable[],
): Promise<Outcome<Moved, string>> {
  let rows = 0;
  for (const table of tables) {
    const [from, to] = await Promise.all([sumOf(source, table), sumOf(target, table)]);
    if (from.rows !== to.rows || from.sum !== to.sum) {
      return refuse(
        `The table ${table.name} differs after the copy (${from.rows} rows here, ${to.rows} there): nothing was moved. ` +
          "Look whether something writes to the present database, and repeat.",
      );
    }
    rows += Number(from.rows);
  }
  return accept({ tables: tables.length, rows });
}
