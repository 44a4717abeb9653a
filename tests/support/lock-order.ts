import { loadModule, parseSync } from "libpg-query";
import pg from "pg";
import { type Sql, sources, walk } from "./parsed-sql.ts";

/**
 * In which order a transaction locks rows: who holds one never waits for one further up. docs/features/processes.md
 * says it too. Tables that are missing are locked alone, or only by who holds their raffle.
 */
export const LOCK_ORDER = [
  "draw_locks",
  "raffles",
  "raffle_members",
  "raffle_invitations",
  "prizes",
  "rules",
  "raffle_pictures",
  "draw_results",
  "draw_mailings",
  "entries",
  "proof_photos",
  "claims",
  "claim_notices",
  "claim_files",
  "winner_words",
  "webhook_endpoints",
  "webhook_deliveries",
  "receipt_requests",
  "mails",
] as const;

/** What may wait all the same, for the reason beside it. */
const EXCEPTIONS: readonly RegExp[] = [
  // Entries of former winners were taken without waiting. Where two wait for each other, one is run again.
  /^update "raffles" set "entries_erased" = "entries_erased" \+/,
];

type Lock = { readonly table: string; readonly waits: boolean };

const known = new Map<string, readonly Lock[]>();

/** The rows of which tables a statement locks until its transaction ends, and whether it waits for them. */
function locksOf(text: string): readonly Lock[] {
  const locks = known.get(text) ?? readLocks(text);
  known.set(text, locks);
  return locks;
}

function readLocks(text: string): readonly Lock[] {
  if (!/\bfor (no key update|update|share|key share)\b|^\s*(update|delete|with)\b/i.test(text)) return [];
  const locks: Lock[] = [];
  walk(parsed(text), (node) => {
    const select = node.SelectStmt as { fromClause?: Sql[]; lockingClause?: Sql[] } | undefined;
    for (const clause of select?.lockingClause ?? []) {
      const { lockedRels, waitPolicy } = clause.LockingClause as { lockedRels?: Sql[]; waitPolicy: string };
      const named = lockedRels?.map((one) => (one.RangeVar as { relname: string }).relname);
      for (const { name, table } of sources(select?.fromClause ?? []).tables) {
        if (!named || named.includes(name)) locks.push({ table, waits: waitPolicy === "LockWaitBlock" });
      }
    }
    const change = (node.UpdateStmt ?? node.DeleteStmt) as { relation: { relname: string } } | undefined;
    if (change) locks.push({ table: change.relation.relname, waits: true });
    return true;
  });
  return locks;
}

function parsed(text: string): unknown {
  try {
    return parseSync(text);
  } catch {
    // A part of a statement, which nobody sends.
    return null;
  }
}

/** Watches one connection: says why a statement may wait against the order, in a sentence. */
export function lockWatch(): (text: string) => string | undefined {
  let held: string[] | undefined;
  return (text) => {
    if (/^\s*(begin|start)\b/i.test(text)) held = [];
    if (/^\s*(commit|rollback)\b(?!\s+to)/i.test(text)) held = undefined;
    if (!held) return undefined;
    let fault: string | undefined;
    for (const { table, waits } of locksOf(text)) {
      if (held.includes(table)) continue;
      const later = held.find((one) => placeOf(one) > placeOf(table) && placeOf(table) >= 0);
      if (waits && later && !EXCEPTIONS.some((one) => one.test(text))) {
        fault = `It waits for rows of ${table} while it holds some of ${later} (tests/support/lock-order.ts): ${text}`;
      }
      held.push(table);
    }
    return fault;
  };
}

function placeOf(table: string): number {
  return (LOCK_ORDER as readonly string[]).indexOf(table);
}

const query = pg.Client.prototype.query;
let watchers = 0;

/** Refuses from now on, in every transaction of this process, what waits for locks against the order. */
export async function watchLocks(): Promise<() => void> {
  await loadModule();
  watchers += 1;
  const watches = new WeakMap<pg.Client, ReturnType<typeof lockWatch>>();
  pg.Client.prototype.query = function watching(this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { readonly text?: string }];
    const watch = watches.get(this) ?? lockWatch();
    watches.set(this, watch);
    const fault = watch(typeof first === "string" ? first : (first.text ?? ""));
    if (fault) throw new Error(fault);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  return () => {
    watchers -= 1;
    if (watchers === 0) pg.Client.prototype.query = query;
  };
}
