import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import type { Database } from "#src/db/connect.ts";
import { byShard } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { planFactsOf } from "#src/raffles/plan-facts.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { addLeaves, type HeldLog, holdLog } from "#src/tlog/write.ts";
import { planOf } from "../plan/plan.ts";
import type { Chain } from "../protocol/beacon/chains.ts";
import { timeOf } from "../protocol/format/times.ts";
import { type LeafContent, type LoggedChanger, leafBytes } from "../protocol/log/leaf.ts";
import { type ChangedEntry, type EntryLeaf, entryLeaves } from "./entry-leaves.ts";
import { logOrigin, logSigner, raffleTag } from "./names.ts";
import { type QueuedRow, takeQueued } from "./queue.ts";

export type LogDeps = {
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly chain: Chain;
  /** Scheme, host and port of the site: a log that is begun is named after it. */
  readonly origin: string;
};

/** The limits of one batch: it takes some ten milliseconds, during which requests wait for the CPU. */
const BATCH = { rows: 500, entries: 1000, locked: false };

/** How far the log is: how many rows were taken, and when the last of them was made. */
export type LoggedBatch = { readonly rows: number; readonly lastMadeAt: Date | null };

const NOTHING: LoggedBatch = { rows: 0, lastMadeAt: null };

/**
 * Writes the next changes into the log, once each: leaves, checkpoint and what is left of the queue are one
 * transaction. Of several processes one writes; the others find nothing to do.
 */
export async function logNext(db: Database, deps: LogDeps): Promise<LoggedBatch> {
  const waiting = await sql`select 1 from log_queue limit 1`.execute(db);
  if (waiting.rows.length === 0) return NOTHING;
  return inTransaction(db, async (tx) => {
    const log = await holdLog(tx, { origin: logOrigin(deps.origin), now: deps.clock() });
    return log ? writeBatch(tx, deps, log) : NOTHING;
  });
}

async function writeBatch(tx: Transaction, deps: LogDeps, log: HeldLog): Promise<LoggedBatch> {
  const rows = await takeQueued(tx, BATCH);
  if (rows.length === 0) return NOTHING;
  const entries = await entryLeaves(tx, deps.secret, changedIn(rows));
  const plans = await planLeaves(tx, deps, [...new Set(rows.map((row) => row.raffleId))]);
  const others = rows.flatMap(({ raffleId: id, leaf }) => (leaf ? [{ raffleId: id, content: leaf }] : []));
  const leaves: readonly { readonly raffleId: string; readonly content: LeafContent }[] = [
    ...plans,
    ...entries,
    ...others,
  ];
  const at = timeOf(log.at);
  await addLeaves(
    tx,
    log,
    leaves.map(({ raffleId: id, content }) => leafBytes({ ...content, raffle: raffleTag(deps.secret, id), at })),
    logSigner(deps.secret, log.origin),
  );
  await storeSeals(tx, entries, log.size + plans.length);
  await storeDraws(tx, others, log.size + plans.length + entries.length);
  return { rows: rows.length, lastMadeAt: rows.at(-1)?.madeAt ?? null };
}

/** The entries of queued rows, each once, with all who changed it. */
function changedIn(rows: readonly QueuedRow[]): ChangedEntry[] {
  const changed = new Map<string, ChangedEntry>();
  for (const { raffleId, entryIds, was: state, changedBy, reason } of rows) {
    for (const id of entryIds) {
      const before = changed.get(id) ?? { raffleId, id, was: [], by: [], reason: "" };
      // Who was named until here made it what it was; who comes now changed that.
      const was = state ? [...before.was, { state, by: before.by }] : before.was;
      const by: readonly LoggedChanger[] = [
        ...new Set([...(state ? [] : before.by), ...(changedBy ? [changedBy] : [])]),
      ];
      changed.set(id, { raffleId, id, was, by, reason: reason ?? before.reason });
    }
  }
  return [...changed.values()];
}

/** A leaf for each raffle whose plan is not the one that the log has. */
async function planLeaves(tx: Transaction, { chain }: LogDeps, raffleIds: readonly string[]) {
  const leaves: { readonly raffleId: string; readonly content: LeafContent }[] = [];
  for (const raffleId of raffleIds.toSorted()) {
    const raffle = await findRaffle(tx, raffleId);
    if (!raffle) continue;
    const plan = hashOf(planOf(planFactsOf(raffle), raffle.codeId, chain));
    const logged = await tx.selectFrom("logPlans").select("plan").where("raffleId", "=", raffleId).executeTakeFirst();
    if (logged?.plan.toString("hex") === plan) continue;
    const stored = { plan: Buffer.from(plan, "hex") };
    await tx
      .insertInto("logPlans")
      .values({ raffleId, ...stored })
      .onConflict((conflict) => conflict.column("raffleId").doUpdateSet(stored))
      .execute();
    leaves.push({ raffleId, content: { kind: "plan", plan } });
  }
  return leaves;
}

/** Stores where the leaves of draws stand. @param first the number of the first */
async function storeDraws(
  tx: Transaction,
  leaves: readonly { readonly raffleId: string; readonly content: LeafContent }[],
  first: number,
): Promise<void> {
  if (leaves.length === 0) return;
  const rows = leaves.map(({ raffleId, content }, at) => ({ raffleId, index: first + at, kind: content.kind }));
  await tx.insertInto("logDraws").values(rows).execute();
}

/** What the log says of a seal, as far as leaves change it. */
type SealRow = {
  readonly raffleId: string;
  readonly id: string;
  readonly seal: string;
  readonly commitment: string;
  readonly leaves: readonly number[];
  readonly isCurrent: boolean;
  readonly removedBy: "entrant" | "other" | null;
};

/** What leaves say of seals, each seal once. @param first the number of the first leaf */
function sealRows(leaves: readonly EntryLeaf[], first: number): SealRow[] {
  const rows = new Map<string, SealRow>();
  const say = (row: Omit<SealRow, "leaves">, index: number) => {
    const key = `${row.raffleId} ${row.seal}`;
    rows.set(key, { ...row, leaves: [...(rows.get(key)?.leaves ?? []), index] });
  };
  for (const [at, { raffleId, id, content, before, after }] of leaves.entries()) {
    if (before && before.seal !== after?.seal) {
      const isOwn = content.kind === "removal" && content.by.every((by) => by === "entrant");
      const removedBy = content.kind === "removal" ? (isOwn ? "entrant" : "other") : null;
      say({ raffleId, id, ...before, isCurrent: false, removedBy }, first + at);
    }
    if (after) say({ raffleId, id, ...after, isCurrent: true, removedBy: null }, first + at);
  }
  return [...rows.values()];
}

/** Stores what the log says of entries now. @param first the number of the first leaf */
async function storeSeals(tx: Transaction, leaves: readonly EntryLeaf[], first: number): Promise<void> {
  const rows = sealRows(leaves, first);
  const bytes = (hex: string) => Buffer.from(hex, "hex");
  for (const group of byShard(tx, rows)) {
    await sql`
      insert into log_seals (raffle_id, seal, entry_id, commitment, leaves, is_current, removed_by)
      select raffle_id, seal, entry_id, commitment, leaves::bigint[], is_current, removed_by
      from unnest(${group.map((row) => row.raffleId)}::uuid[], ${group.map((row) => bytes(row.seal))}::bytea[],
        ${group.map((row) => row.id)}::uuid[], ${group.map((row) => bytes(row.commitment))}::bytea[],
        ${group.map((row) => `{${row.leaves.join()}}`)}::text[], ${group.map((row) => row.isCurrent)}::boolean[],
        ${group.map((row) => row.removedBy)}::text[]
      ) as new (raffle_id, seal, entry_id, commitment, leaves, is_current, removed_by)
      on conflict (raffle_id, seal) do update set commitment = excluded.commitment, is_current = excluded.is_current,
        removed_by = excluded.removed_by, leaves = log_seals.leaves || excluded.leaves
    `.execute(tx);
  }
}
