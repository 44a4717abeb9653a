import { sql } from "kysely";
import type { Transaction } from "../transaction.ts";
import { isSharded } from "./sharded.ts";

// PostgreSQL's triggers do all of this where the database is not sharded: there, nothing here does anything. Citus has
// no triggers on its tables, and `tambiolo shard` drops ours.

/** A row for the indexer holds the changes of at most this many entries. */
const ENTRIES_PER_NOTE = 1000;

/** Notes entries that were stored, changed or deleted, for the index of the lists and the log. */
export async function noteEntryChanges(tx: Transaction, raffleId: string, entryIds: readonly string[]): Promise<void> {
  if (!isSharded(tx)) return;
  const change = await readLoggedChange(tx);
  for (let from = 0; from < entryIds.length; from += ENTRIES_PER_NOTE) {
    const batch = entryIds.slice(from, from + ENTRIES_PER_NOTE);
    await tx
      .insertInto("entryChanges")
      .values({ raffleId, entryIds: [...batch] })
      .execute();
    await tx
      .insertInto("logQueue")
      .values({ raffleId, entryIds: [...batch], ...change })
      .execute();
  }
}

/**
 * Notes how entries are before their seal changes or they go, for the log: it may not have them yet, and somebody may
 * have a receipt.
 */
export async function noteEntryStates(tx: Transaction, raffleId: string, entryIds: readonly string[]): Promise<void> {
  if (!isSharded(tx) || entryIds.length === 0) return;
  const { changedBy, reason } = await readLoggedChange(tx);
  await sql`
    insert into log_queue (raffle_id, id, entry_ids, was, changed_by, reason)
    select raffle_id, gen_random_uuid(), array[id],
      jsonb_build_object('entryCode', entry_code, 'emailKey', email_key, 'doneRules', done_rules, 'wishes', wishes,
        'isTyped', network_hash is null, 'earned', earned, 'earnedRows', earned_rows),
      ${changedBy}, ${reason}
    from entries where raffle_id = ${raffleId} and id = any (${[...entryIds]}::uuid[])
  `.execute(tx);
}

/** Who changes entries in this transaction, as `changeAs` said (src/raffles/list-lock.ts). */
async function readLoggedChange(tx: Transaction) {
  const { rows } = await sql<{ changedBy: string | null; reason: string | null }>`
    select nullif(current_setting('tambiolo.changed_by', true), '') as "changedBy",
      nullif(current_setting('tambiolo.reason', true), '') as reason
  `.execute(tx);
  return rows[0] ?? { changedBy: null, reason: null };
}

/** Tells all processes that a raffle, or what its pages show, has changed. */
export async function notifyRaffleChange(tx: Transaction, raffleId: string, codeId?: string): Promise<void> {
  if (!isSharded(tx)) return;
  const code = codeId ?? (await codeOf(tx, raffleId));
  // A statement without a table runs on the coordinator, to which all processes listen.
  if (code) await sql`select pg_notify('raffle_changes', ${`${raffleId} ${code}`})`.execute(tx);
}

async function codeOf(tx: Transaction, raffleId: string): Promise<string | undefined> {
  const row = await tx.selectFrom("raffles").select("codeId").where("id", "=", raffleId).executeTakeFirst();
  return row?.codeId;
}

/** Retires the code of a raffle that was deleted, and notifies of it. */
export async function followRaffleDeletion(tx: Transaction, raffleId: string, code: string): Promise<void> {
  if (!isSharded(tx)) return;
  await tx
    .insertInto("retiredCodes")
    .values({ code })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await notifyRaffleChange(tx, raffleId, code);
}

/** Notes entries that were deleted, and erases what they filled in as winners. */
export async function followDeletion(tx: Transaction, raffleId: string, entryIds: readonly string[]): Promise<void> {
  await noteEntryChanges(tx, raffleId, entryIds);
  await eraseClaimsOf(tx, raffleId, entryIds);
}

async function eraseClaimsOf(tx: Transaction, raffleId: string, entryIds: readonly string[]): Promise<void> {
  if (!isSharded(tx) || entryIds.length === 0) return;
  const claims = await tx
    .selectFrom("claims")
    .select(["id", "handedOverAt"])
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", sql<string>`any (${[...entryIds]}::uuid[])`)
    .forUpdate()
    .execute();
  if (claims.length === 0) return;
  const ids = claims.map(({ id }) => id);
  await eraseFilesAndWords(tx, raffleId, ids);
  await tx
    .updateTable("claimNotices")
    .set({ reached: "", answer: "" })
    .where("raffleId", "=", raffleId)
    .where("claimId", "in", [...claims.filter(({ handedOverAt }) => !handedOverAt).map(({ id }) => id), raffleId])
    .execute();
  await sql`
    update claims set answers = null,
      declined_for = case when declined_for is not null then '–' end,
      turned_down_for = case when turned_down_for is not null then '–' end
    where raffle_id = ${raffleId} and id = any (${ids}::uuid[])
  `.execute(tx);
}

/** Erases what a winner filled in who holds the prize no more. */
export async function eraseClaimThatWent(tx: Transaction, raffleId: string, claimId: string): Promise<void> {
  if (!isSharded(tx)) return;
  await eraseFilesAndWords(tx, raffleId, [claimId]);
  await tx
    .updateTable("claims")
    .set({ answers: null })
    .where("raffleId", "=", raffleId)
    .where("id", "=", claimId)
    .execute();
}

async function eraseFilesAndWords(tx: Transaction, raffleId: string, claimIds: readonly string[]): Promise<void> {
  for (const table of ["claimFiles", "winnerWords"] as const) {
    await tx.deleteFrom(table).where("raffleId", "=", raffleId).where("claimId", "in", claimIds).execute();
  }
  await notifyRaffleChange(tx, raffleId);
}
