import { parseSync } from "libpg-query";
import { LOCAL_TABLES, REFERENCE_TABLES, SHARDED_BY } from "#src/db/sharding/tables.ts";
import { changeFaults } from "./citus-changes.ts";
import { Equalities } from "./equalities.ts";
import { bodyOf, type Change, columnName, conjunctsOf, isConstant, partsOf, type Sql, sources } from "./parsed-sql.ts";

/** What Citus has to know of one statement. */
export type Reading = {
  /** Why Citus refuses it, whatever its values are. */
  readonly faults: readonly string[];
  /** Why Citus refuses it, unless it is bound to one raffle. */
  readonly faultsEverywhere: readonly string[];
  /** The sharded tables that it does not bind to one raffle. */
  readonly everywhere: readonly string[];
  /** Its parameters, from 1, that have to be the same raffle's id. */
  readonly raffleParameters: readonly number[];
};

/** Tables of Citus: sharded ones and those that every worker has. */
const OF_CITUS = new Set([...SHARDED_BY.keys(), ...REFERENCE_TABLES]);
const LOCAL = new Set(LOCAL_TABLES);

/** A query level: the names of its FROM, of which `tables` are no CTEs. */
type Level = {
  readonly number: number;
  readonly tables: ReadonlyMap<string, string>;
  readonly names: ReadonlySet<string>;
  /** Whether its conditions may refer to the level around it: PostgreSQL makes a join of such an EXISTS. */
  readonly outer: Level | null;
  /** The level around it, whatever it is. */
  readonly around: Level | null;
};

/**
 * Reads one statement as Citus' planner does, in brief: which shards it is for, and what is refused on any or on
 * several. It is stricter than Citus where that is simpler. src/db/sharding/tables.ts says which tables are sharded.
 */
export function readStatement(statement: string): Reading {
  const faults = new Set<string>();
  const faultsEverywhere = new Set<string>();
  const everywhere = new Set<string>();
  const bound = new Equalities();
  const sharded: { readonly table: string; readonly place: string }[] = [];
  const used = new Set<string>();
  let levels = 0;

  for (const { stmt } of (parseSync(statement) as { stmts: { stmt: Sql }[] }).stmts) query(stmt, new Set(), null, null);
  for (const { table, place } of sharded) if (!bound.isBound(place)) everywhere.add(table);
  const locals = [...used].filter((table) => LOCAL.has(table));
  // Of tables that every worker has, the coordinator has a copy as well: it joins that.
  if (locals.length > 0 && [...used].some((table) => SHARDED_BY.has(table)))
    faults.add(`joins the coordinator's ${locals}`);
  const raffleParameters = [...new Set(sharded.flatMap(({ place }) => bound.parametersOf(place)))];
  return {
    ...{ faults: [...faults], faultsEverywhere: [...faultsEverywhere] },
    ...{ everywhere: [...everywhere].toSorted(), raffleParameters },
  };

  /** One SELECT, INSERT, UPDATE or DELETE, with all that is in it. */
  function query(node: Sql, ctesAround: ReadonlySet<string>, outer: Level | null, around: Level | null): void {
    const body = bodyOf(node);
    if (!body) return;
    const ctes = new Set(ctesAround);
    for (const cte of body.ctes) {
      query(cte.query, ctes, null, null);
      ctes.add(cte.name);
    }
    if (body.arms.length > 0) {
      for (const arm of body.arms) query(arm, ctes, outer, around);
      return;
    }
    const from = sources(body.from);
    levels += 1;
    const tables = new Map(from.tables.filter(({ table }) => !ctes.has(table)).map(({ name, table }) => [name, table]));
    const names = new Set([...from.tables.map(({ name }) => name), ...from.others]);
    const level: Level = { number: levels, tables, names, outer, around };
    for (const [name, table] of tables) {
      used.add(table);
      if (SHARDED_BY.has(table)) sharded.push({ table, place: place(level, name, SHARDED_BY.get(table) as string) });
    }
    if (body.locks) faultsEverywhere.add("locks rows");
    if (body.isEmpty) faultsEverywhere.add("selects nothing: name a column");
    for (const column of from.using) for (const name of names) equate(level, name, column, names);
    for (const condition of [...from.conditions, ...conjunctsOf(body.where)]) conjunct(condition, level, ctes);
    for (const part of body.parts) expression(part, level, ctes);
    for (const subselect of from.subselects) query(subselect, ctes, null, level);
    if (body.change) change(body.change, ctes);
  }

  function equate(level: Level, name: string, column: string, names: ReadonlySet<string>): void {
    for (const other of names) bound.equate(place(level, name, column), place(level, other, column));
  }

  /** A condition that has to hold by itself: an equality binds, an EXISTS is joined. */
  function conjunct(condition: Sql, level: Level, ctes: ReadonlySet<string>): void {
    const { equality, exists } = partsOf(condition);
    if (exists) {
      query(exists, ctes, level, level);
      return;
    }
    if (equality) {
      const sides = equality.map((side) => (isConstant(side) ? side : placeOf(side, level)));
      const [left, right] = sides;
      if (left && right) bound.equate(left, right);
    }
    expression(condition, level, ctes);
  }

  /** Any other expression: its subqueries are planned by themselves. */
  function expression(node: Sql, level: Level, ctes: ReadonlySet<string>): void {
    const { subqueries, windows, columns } = partsOf(node);
    if (windows) faultsEverywhere.add("has a window function");
    for (const column of columns) if (isOfAround(column, level)) faultsEverywhere.add("has a correlated subquery");
    for (const subquery of subqueries) query(subquery, ctes, null, level);
  }

  function isOfAround(column: Sql, level: Level): boolean {
    const [name, last] = columnName(column);
    if (last === undefined || level.names.has(name) || level.outer?.names.has(name)) return false;
    for (let one = level.around; one; one = one.around) if (one.names.has(name)) return true;
    return false;
  }

  /** The places of a column that all sharded tables of the level can mean by it. */
  function placeOf(node: Sql, level: Level): string | null {
    if (!("ColumnRef" in node)) return null;
    const [first, second] = columnName(node);
    if (second !== undefined) {
      const at = level.names.has(first) ? level : level.outer?.names.has(first) ? level.outer : null;
      return at && place(at, first, second);
    }
    const those = [...level.tables].filter(([, table]) => SHARDED_BY.get(table) === first).map(([name]) => name);
    for (const name of those) bound.equate(place(level, name, first), place(level, those[0] as string, first));
    return those[0] === undefined ? place(level, "", first) : place(level, those[0], first);
  }

  function change(one: Change, ctes: ReadonlySet<string>): void {
    const { table, rows, select } = one;
    used.add(table);
    const column = SHARDED_BY.get(table);
    if (column && rows) {
      // Citus sends each row to its own shard.
      const at = one.columns.indexOf(column);
      if (rows.some((row) => !row[at] || !isConstant(row[at]))) everywhere.add(table);
    }
    if (select) query(select, ctes, null, null);
    if (OF_CITUS.has(table)) for (const fault of changeFaults(one)) faults.add(`${fault} (changes ${table})`);
  }

  function place(level: Level, name: string, column: string): string {
    return `${level.number}.${name}.${column}`;
  }
}
