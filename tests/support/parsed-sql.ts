/** A node of PostgreSQL's parse tree, as libpg-query gives it: an object of one field, named by its type. */
export type Sql = { readonly [name: string]: unknown };

type Fields = Record<string, unknown>;

/** What a statement or subquery consists of. */
export type Body = {
  readonly ctes: readonly { readonly name: string; readonly query: Sql }[];
  /** The two sides of a UNION; then it has nothing else. */
  readonly arms: readonly Sql[];
  readonly from: readonly Sql[];
  readonly where: Sql | null;
  /** All else that holds expressions. */
  readonly parts: readonly Sql[];
  readonly locks: boolean;
  /** A SELECT without columns. */
  readonly isEmpty: boolean;
  readonly change: Change | null;
};

export type Change = {
  readonly kind: "INSERT" | "UPDATE" | "DELETE";
  readonly table: string;
  readonly name: string;
  /** Of an INSERT. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Sql[])[] | null;
  readonly select: Sql | null;
  readonly set: readonly Sql[];
  readonly where: readonly Sql[];
  readonly returning: readonly Sql[];
  /** What ON CONFLICT sets. */
  readonly conflict: readonly Sql[];
};

/** Reads a query's parts; null for what is none, such as SET or BEGIN. */
export function bodyOf(node: Sql): Body | null {
  if (node.SelectStmt) return select(node.SelectStmt as Fields);
  if (node.UpdateStmt) return changed("UPDATE", node.UpdateStmt as Fields);
  if (node.DeleteStmt) return changed("DELETE", node.DeleteStmt as Fields);
  if (node.InsertStmt) return changed("INSERT", node.InsertStmt as Fields);
  if (node.DeclareCursorStmt) return bodyOf((node.DeclareCursorStmt as Fields).query as Sql);
  return null;
}

function select(one: Fields): Body {
  const arms = one.larg && one.rarg ? [{ SelectStmt: one.larg }, { SelectStmt: one.rarg }] : [];
  const sorted = [list(one.sortClause), list(one.groupClause), list(one.distinctClause), list(one.valuesLists)];
  return {
    ...{ ctes: ctesOf(one), arms, from: list(one.fromClause), where: (one.whereClause as Sql) ?? null, change: null },
    parts: [...list(one.targetList), ...sorted.flat(), ...maybe(one.havingClause, one.limitCount, one.limitOffset)],
    locks: list(one.lockingClause).length > 0,
    isEmpty: list(one.targetList).length === 0 && arms.length === 0 && list(one.valuesLists).length === 0,
  };
}

function changed(kind: Change["kind"], one: Fields): Body {
  const relation = one.relation as { relname: string; alias?: { aliasname: string } };
  const returning = list((one.returningClause as Fields | undefined)?.exprs);
  const source = one.selectStmt as Sql | undefined;
  const values = list((source?.SelectStmt as Fields | undefined)?.valuesLists);
  const conflict = one.onConflictClause as Fields | undefined;
  const change: Change = {
    ...{ kind, table: relation.relname, name: relation.alias?.aliasname ?? relation.relname, returning },
    columns: list(one.cols).map((column) => (column.ResTarget as { name: string }).name),
    rows: values.length > 0 ? values.map((row) => list((row.List as Fields).items)) : null,
    select: source && values.length === 0 ? source : null,
    set: list(one.targetList),
    where: maybe(one.whereClause),
    conflict: [...list(conflict?.targetList), ...maybe(conflict?.whereClause)],
  };
  const from = [...list(one.fromClause), ...list(one.usingClause)];
  return {
    ...{ ctes: ctesOf(one), arms: [], locks: false, isEmpty: false, change },
    from: kind === "INSERT" ? [] : [{ RangeVar: relation } as Sql, ...from],
    where: (one.whereClause as Sql) ?? null,
    parts: [...change.set, ...returning, ...values, ...change.conflict],
  };
}

function ctesOf(one: Fields): Body["ctes"] {
  return list((one.withClause as Fields | undefined)?.ctes).map((cte) => {
    const { ctename, ctequery } = cte.CommonTableExpr as { ctename: string; ctequery: Sql };
    return { name: ctename, query: ctequery };
  });
}

/** What a FROM names: tables or CTEs, other names, subqueries, conditions of joins, and columns that joins merge. */
export function sources(from: readonly Sql[]) {
  const tables: { readonly name: string; readonly table: string }[] = [];
  const [others, using]: [string[], string[]] = [[], []];
  const [subselects, conditions]: [Sql[], Sql[]] = [[], []];
  const read = (node: Sql): void => {
    const { RangeVar: table, RangeSubselect: subselect, RangeFunction: call, JoinExpr: join } = node as Fields;
    const named = ((table ?? subselect ?? call) as Fields | undefined)?.alias as { aliasname: string } | undefined;
    if (table) {
      const { relname, schemaname } = table as { relname: string; schemaname?: string };
      tables.push({ name: named?.aliasname ?? relname, table: schemaname ? `${schemaname}.${relname}` : relname });
    } else if (named) others.push(named.aliasname);
    if (subselect) subselects.push((subselect as { subquery: Sql }).subquery);
    if (!join) return;
    const { larg, rarg, quals, usingClause, jointype } = join as {
      larg: Sql;
      rarg: Sql;
      quals?: Sql;
      usingClause?: unknown;
      jointype: string;
    };
    read(larg);
    read(rarg);
    if (jointype !== "JOIN_FULL") conditions.push(...conjunctsOf(quals ?? null));
    using.push(...list(usingClause).map((one) => (one.String as { sval: string }).sval));
  };
  for (const one of from) read(one);
  return { tables, others, using, subselects, conditions };
}

/** The conditions that AND joins. */
export function conjunctsOf(where: Sql | null): Sql[] {
  if (!where) return [];
  const { boolop, args } = (where.BoolExpr ?? {}) as Fields;
  return boolop === "AND_EXPR" ? list(args).flatMap((arg) => conjunctsOf(arg)) : [where];
}

/** What one expression is, and what it holds. */
export function partsOf(node: Sql) {
  const { kind, name, lexpr, rexpr } = (node.A_Expr ?? {}) as Fields;
  const isEquality = kind === "AEXPR_OP" && list(name).some((one) => (one.String as Fields).sval === "=");
  const negated = node.BoolExpr as Fields | undefined;
  const inner = negated?.boolop === "NOT_EXPR" ? list(negated.args)[0] : node;
  const link = inner?.SubLink as Fields | undefined;
  const [subqueries, columns, calls]: [Sql[], Sql[], Fields[]] = [[], [], []];
  walk(node, (one) => {
    if (one.SubLink) subqueries.push((one.SubLink as { subselect: Sql }).subselect);
    if (one.ColumnRef) columns.push(one);
    if (one.FuncCall) calls.push(one.FuncCall as Fields);
    return !one.SubLink;
  });
  return {
    equality: isEquality ? [lexpr as Sql, rexpr as Sql] : null,
    exists: link?.subLinkType === "EXISTS_SUBLINK" ? (link.subselect as Sql) : null,
    ...{ subqueries, columns, windows: calls.some((call) => call.over) },
  };
}

/** The parts of a column's name: a table and the column, or the column alone. */
export function columnName(node: Sql): [string, string?] {
  const fields = list((node.ColumnRef as Fields).fields).map(
    (one) => (one.String as { sval: string } | undefined)?.sval,
  );
  return [fields[0] ?? "*", fields[1] ?? (fields.length > 1 ? "*" : undefined)] as [string, string?];
}

/** Whether it is a parameter or a constant, perhaps with a type. */
export function isConstant(node: Sql): boolean {
  const { arg } = (node.TypeCast ?? {}) as { arg?: Sql };
  return arg ? isConstant(arg) : "ParamRef" in node || "A_Const" in node;
}

/** The number of a parameter, from 1. */
export function parameterOf(node: Sql): number | undefined {
  const { arg } = (node.TypeCast ?? {}) as { arg?: Sql };
  return arg ? parameterOf(arg) : (node.ParamRef as { number: number } | undefined)?.number;
}

/** Calls back for each node, from the outside in, until `goesOn` says not to go into it. */
export function walk(node: unknown, goesOn: (node: Sql) => boolean): void {
  if (Array.isArray(node)) for (const one of node) walk(one, goesOn);
  else if (node !== null && typeof node === "object" && goesOn(node as Sql)) {
    for (const one of Object.values(node)) walk(one, goesOn);
  }
}

function list(field: unknown): Sql[] {
  return Array.isArray(field) ? (field as Sql[]) : [];
}

function maybe(...fields: readonly unknown[]): Sql[] {
  return fields.filter((field) => field !== undefined && field !== null) as Sql[];
}
