import { parseSync } from "@swc/core";

type Node = { readonly type: string; readonly [key: string]: unknown };

/** Names whose results depend on when or where the code runs. */
const IMPURE_MEMBERS = new Set([
  "Date.now",
  "Math.random",
  "performance.now",
  "crypto.randomUUID",
  "crypto.getRandomValues",
]);
const IMPURE_GLOBALS = new Set(["fetch", "process", "setTimeout", "setInterval", "localStorage", "document", "window"]);
const WRITING_METHODS = new Set(["insertInto", "updateTable", "deleteFrom", "mergeInto", "replaceInto"]);
const WRITING_SQL =
  /\b(insert\s+into|update\s+[\w".]+\s+(as\s+\w+\s+|\w+\s+)?set|delete\s+from|merge\s+into|truncate)\b/i;
const TRANSACTION_SQL = /\b(begin|start\s+transaction|commit|rollback|savepoint)\b/i;

/**
 * Finds code that a file of src/ must not contain. `schema.ts` and `rules.ts` are pure, `read.ts` only selects,
 * `write.ts` runs in its caller's transaction. In a transaction, no file asks the database outside of it.
 *
 * @returns one sentence for each broken rule; empty for files without such a rule
 */
export function findForbiddenCode(path: string, text: string): string[] {
  const promise = path.match(/^src\/(?:[^/]+\/)+(schema|rules|read|write)\.ts$/)?.[1];
  const mayOpen = /^src\/.*(?<!\.test)\.ts$/.test(path) && text.includes("inTransaction(");
  if (promise === undefined && !mayOpen) return [];
  const nodes = [...nodesOf(parseSync(text, { syntax: "typescript" }) as unknown as Node)];
  const outer = nodes
    .flatMap(outerDatabaseIn)
    .map(
      (what) =>
        `${what} inside inTransaction() takes a second connection: as many at once as there are connections wait for ever. Pass the transaction.`,
    );
  if (promise === undefined) return [...new Set(outer)];
  const found =
    promise === "read"
      ? nodes.flatMap(writingIn).map((what) => `${what} changes data: read.ts only selects, writes belong in write.ts.`)
      : promise === "write"
        ? nodes
            .flatMap(transactionIn)
            .map(
              (what) =>
                `${what} opens or ends a transaction: write.ts takes its caller's, so that callers can combine writes.`,
            )
        : nodes
            .flatMap(impurityIn)
            .map(
              (what) => `${what} makes the outcome depend on more than the arguments: take the value as a parameter.`,
            );
  return [...new Set([...found, ...outer])];
}

/** The database that a transaction was opened on, used again by its callback. */
function outerDatabaseIn(node: Node): string[] {
  if (node.type !== "CallExpression" || nameOf(node.callee) !== "inTransaction") return [];
  const [database, callback] = listOf(node.arguments).map(({ expression }) => expression as Node);
  const opened = database && pathOf(database);
  if (!opened || callback?.type !== "ArrowFunctionExpression") return [];
  return expressionsOf(callback.body).some((one) => pathOf(one) === opened) ? [opened] : [];
}

/** The nodes that stand for values: no names of properties, of which a parameter's type has some too. */
function expressionsOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(expressionsOf);
  if (typeof value !== "object" || value === null) return [];
  const { type, property, key, ...parts } = value as Node;
  const named = type === "MemberExpression" && (property as Node).type === "Identifier" ? null : property;
  return [...("type" in value ? [value as Node] : []), ...Object.values({ ...parts, named }).flatMap(expressionsOf)];
}

/** `db` or `deps.db` as it is written; empty for every other expression. */
function pathOf(node: Node): string {
  if (node.type !== "MemberExpression") return nameOf(node);
  const [object, property] = [nameOf(node.object), nameOf(node.property)];
  return object && property ? `${object}.${property}` : "";
}

function impurityIn(node: Node): string[] {
  if (node.type === "NewExpression" && nameOf(node.callee) === "Date" && listOf(node.arguments).length === 0) {
    return ["new Date()"];
  }
  if (node.type === "CallExpression") {
    const called = nameOf(node.callee);
    if (called === "Date" || IMPURE_GLOBALS.has(called)) return [`${called}()`];
  }
  if (node.type === "MemberExpression") {
    const member = `${nameOf(node.object)}.${nameOf(node.property)}`;
    if (IMPURE_MEMBERS.has(member)) return [member];
    if (IMPURE_GLOBALS.has(nameOf(node.object))) return [nameOf(node.object)];
  }
  return [];
}

function writingIn(node: Node): string[] {
  if (node.type === "MemberExpression" && WRITING_METHODS.has(nameOf(node.property))) return [nameOf(node.property)];
  return sqlOf(node).flatMap((sql) => sql.match(WRITING_SQL)?.[0] ?? []);
}

function transactionIn(node: Node): string[] {
  if (node.type === "CallExpression") {
    const called = nameOf(node.callee) || nameOf((node.callee as Node).property);
    if (/transaction$/i.test(called)) return [`${called}()`];
  }
  return sqlOf(node).flatMap((sql) => sql.match(TRANSACTION_SQL)?.[0] ?? []);
}

/** The text of a template with the tag `sql`, without the inserted values. */
function sqlOf(node: Node): string[] {
  if (node.type !== "TaggedTemplateExpression" || nameOf(node.tag) !== "sql") return [];
  const quasis = listOf((node.template as Node).quasis);
  return [quasis.map((quasi) => String(quasi.raw)).join(" x ")];
}

/** The nodes of a syntax tree, each before those in it. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item);
  } else if (typeof value === "object" && value !== null) {
    if ("type" in value) yield value as Node;
    for (const child of Object.values(value)) yield* nodesOf(child);
  }
}

/** The name of an identifier. Empty for every other expression. */
function nameOf(node: unknown): string {
  const { type, value } = (node ?? {}) as Node;
  return type === "Identifier" ? String(value) : "";
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value : [];
}
