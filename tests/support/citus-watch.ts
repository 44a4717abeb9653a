import { DefaultQueryExecutor } from "kysely";
import { loadModule } from "libpg-query";
import { EVERY_SHARD, PLAIN_ONLY } from "./citus-exceptions.ts";
import { type Reading, readStatement } from "./citus-rules.ts";

/** A query builder's frames lie between a statement and who wrote it. */
const FRAMES = 60;

/** What `raffleIdForLookup` writes for plain PostgreSQL instead of the parameter, which a sharded database gets. */
const RAFFLE_FOR_LOOKUP = /\(select (\$\d+)::uuid\)/g;

const readings = new Map<string, Reading | null>();

/** Why Citus would refuse a statement with these values; null if it would not. */
export function faultOf(text: string, values: readonly unknown[]): string | null {
  const reading = readingOf(text);
  if (!reading) return null;
  const written = text.replace(/\s+/g, " ").trim();
  if (PLAIN_ONLY.some((one) => one.text.test(written))) return null;
  const isForAll = EVERY_SHARD.some((one) => one.text.test(written));
  const faults = [...reading.faults];
  if (reading.everywhere.length > 0) {
    if (!isForAll) faults.push(`is not bound to one raffle: ${reading.everywhere.join(", ")}`);
    faults.push(...reading.faultsEverywhere.filter((fault) => !(isForAll && ALLOWED.has(fault))));
  }
  const raffles = new Set(reading.raffleParameters.map((number) => String(values[number - 1])));
  if (raffles.size > 1) faults.push(`is bound to ${raffles.size} raffles`);
  return faults.length > 0 ? faults.join("; ") : null;
}

/** What Citus runs on what it has gathered. */
const ALLOWED = new Set(["has a correlated subquery"]);

function readingOf(text: string): Reading | null {
  const known = readings.get(text);
  if (known !== undefined) return known;
  const reading = /^\s*(begin|start|commit|rollback|savepoint|release|set|fetch|close)\b/i.test(text)
    ? null
    : readIfWhole(text.replaceAll(RAFFLE_FOR_LOOKUP, "$1"));
  readings.set(text, reading);
  return reading;
}

/** Null for a part of a statement, which nobody sends. */
function readIfWhole(text: string): Reading | null {
  try {
    return readStatement(text);
  } catch {
    return null;
  }
}

/** Whether the test itself sends the statement: what it needs to know, or to arrange, is no business of Citus. */
function isOfTest(): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const frames = (new Error("Who sends it").stack ?? "")
    .split("\n")
    .filter((line) => /\/(src|web|tests|benchmarks)\//.test(line));
  Error.stackTraceLimit = limit;
  const sender = frames.find((line) => !/citus-watch|\/src\/db\/[a-z-]+\.ts|sharding\/sharded/.test(line));
  return sender !== undefined && /\.test\.ts|\/tests\//.test(sender);
}

const compile = DefaultQueryExecutor.prototype.compileQuery;
let watchers = 0;

/**
 * Refuses from now on what Citus would refuse: each statement that a site makes with the query builder is read as
 * Citus' planner does. So whoever writes one that a sharded database cannot run is told by the test that runs it.
 *
 * @returns a function that ends it
 */
export async function watchStatements(): Promise<() => void> {
  await loadModule();
  watchers += 1;
  // A statement is made where its sender stands; once it is sent, a function that only returns it is gone from the
  // stack.
  DefaultQueryExecutor.prototype.compileQuery = function watching(
    this: DefaultQueryExecutor,
    node: never,
    queryId: never,
  ) {
    const query = compile.call(this, node, queryId);
    const fault = faultOf(query.sql, query.parameters);
    if (fault && !isOfTest()) throw new Error(`Citus would refuse this statement: it ${fault}.\n${query.sql}`);
    return query;
  } as typeof compile;
  return () => {
    watchers -= 1;
    if (watchers === 0) DefaultQueryExecutor.prototype.compileQuery = compile;
  };
}
