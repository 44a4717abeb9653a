import { type Change, type Sql, walk } from "./parsed-sql.ts";

/** Functions of our statements that PostgreSQL calls VOLATILE. */
const VOLATILE = new Set([
  "clock_timestamp",
  "gen_random_uuid",
  "random",
  "pg_notify",
  "nextval",
  "timeofday",
  "set_config",
]);
/** Functions that it calls STABLE: the same within a statement. */
const STABLE = new Set([
  "now",
  "statement_timestamp",
  "transaction_timestamp",
  "to_char",
  "to_timestamp",
  "concat_ws",
  "concat",
  "format",
  "to_jsonb",
  "to_json",
  "jsonb_build_object",
  "json_build_object",
  "jsonb_agg",
  "json_agg",
  "age",
]);
/** STABLE where it has three arguments, or time zones: of dates alone it is not. */
const STABLE_OF_COLUMNS = new Set([...STABLE, "date_trunc", "extract", "date_part"]);

/** Why Citus refuses a change of one of its tables, wherever it is. */
export function changeFaults({ kind, set, where, returning, conflict }: Change): string[] {
  const faults: string[] = [];
  const calls = [...set, ...where].flatMap(functionsOf);
  if (kind !== "INSERT") {
    for (const { name } of calls) if (VOLATILE.has(name)) faults.push(`calls the VOLATILE ${name}()`);
    for (const { name, columns } of calls) {
      if (STABLE_OF_COLUMNS.has(name) && columns) faults.push(`calls the STABLE ${name}() of a column`);
    }
    if ([...set, ...where].some(addsInterval)) faults.push("adds an interval to a column: that operator is STABLE");
    if ([...set, ...where].some(choosesByFunction))
      faults.push("has a function in CASE or COALESCE that is not IMMUTABLE");
  }
  for (const { name } of returning.flatMap(functionsOf)) {
    if (VOLATILE.has(name) || STABLE.has(name)) faults.push(`returns ${name}(), which is not IMMUTABLE`);
  }
  if (returning.some(addsInterval)) faults.push("returns a time and an interval added, which is STABLE");
  for (const { name } of conflict.flatMap(functionsOf)) {
    if (VOLATILE.has(name) || STABLE.has(name)) faults.push(`sets ${name}() on conflict, which is not IMMUTABLE`);
  }
  return faults;
}

type Call = { readonly name: string /** Whether it is called with a column. */; readonly columns: boolean };

function functionsOf(node: Sql): Call[] {
  const calls: Call[] = [];
  walk(node, (one) => {
    if (one.SubLink) return false;
    const call = one.FuncCall as { funcname: { String: { sval: string } }[]; args?: Sql[] } | undefined;
    if (call) calls.push({ name: call.funcname.at(-1)?.String.sval ?? "", columns: hasColumn(call.args) });
    return true;
  });
  return calls;
}

function hasColumn(node: unknown): boolean {
  let found = false;
  walk(node, (one) => {
    found ||= "ColumnRef" in one;
    return !found;
  });
  return found;
}

/** A time and an interval: PostgreSQL calls that STABLE, because of time zones. */
function addsInterval(node: Sql): boolean {
  let found = false;
  walk(node, (one) => {
    const { name, lexpr, rexpr } = (one.A_Expr ?? {}) as {
      name?: { String: { sval: string } }[];
      lexpr?: Sql;
      rexpr?: Sql;
    };
    const adds = ["+", "-"].includes(name?.[0]?.String.sval ?? "");
    found ||=
      adds &&
      [
        [lexpr, rexpr],
        [rexpr, lexpr],
      ].some(([side, other]) => isInterval(side) && hasColumn(other));
    return !one.SubLink;
  });
  return found;
}

function isInterval(node: Sql | undefined): boolean {
  let found = false;
  walk(node, (one) => {
    const call = one.FuncCall as { funcname: { String: { sval: string } }[] } | undefined;
    found ||= call?.funcname.at(-1)?.String.sval === "make_interval" || "interval" in one || isIntervalCast(one);
    return !found;
  });
  return found;
}

function isIntervalCast(node: Sql): boolean {
  const cast = node.TypeCast as { typeName: { names: { String: { sval: string } }[] } } | undefined;
  return cast?.typeName.names.at(-1)?.String.sval === "interval";
}

function choosesByFunction(node: Sql): boolean {
  let found = false;
  walk(node, (one) => {
    if (one.CaseExpr || one.CoalesceExpr) {
      const calls = functionsOf(one);
      found ||= calls.some(({ name }) => VOLATILE.has(name) || STABLE.has(name)) || addsInterval(one);
    }
    return !one.SubLink;
  });
  return found;
}
