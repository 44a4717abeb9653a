import { sql } from "kysely";
import type { SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { readAlikeCheck } from "./read-check.ts";

/** What the check of a locked list came to. It names no entrant, so that everybody may read it. */
export type ListCheck = {
  /** When an organiser last decided something, or found that nothing was left. */
  readonly checkedAt: Date;
  /** How many entries were compared. */
  readonly entries: number;
  /** Groups of entries that looked alike, by what was decided: one person, different people, neither, nothing. */
  readonly sameGroups: number;
  readonly differentGroups: number;
  readonly otherGroups: number;
  readonly openGroups: number;
  /** Entries that were taken out of play: since one person had entered more than once, and for other reasons. */
  readonly outAsSame: number;
  readonly outOtherwise: number;
  /** Whether all entries that could be alike were compared. */
  readonly isComplete: boolean;
};

const FIGURES = [
  "entries",
  "sameGroups",
  "differentGroups",
  "otherGroups",
  "openGroups",
  "outAsSame",
  "outOtherwise",
  "isComplete",
] as const;

/**
 * Notes that an organiser has looked and found nothing left to decide.
 *
 * @returns refusals: `look-alikes-left`, `list-locked`
 */
export async function finishCheck(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: OrganiserScope,
): Promise<Outcome<void, Refusal<"look-alikes-left"> | ListLocked>> {
  const { counts } = await readAlikeCheck(db, scope);
  if (counts.open > 0) return refuse({ reason: "look-alikes-left" });
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
    if (!held.ok) return held;
    await writeCheckedAt(tx, scope.raffleId, clock());
    return accept(undefined);
  });
}

async function writeCheckedAt(tx: Transaction, raffleId: string, checkedAt: Date): Promise<void> {
  await tx
    .insertInto("listChecks")
    .values({ raffleId, checkedAt })
    .onConflict((conflict) => conflict.column("raffleId").doUpdateSet({ checkedAt }))
    .execute();
}

/**
 * Writes what the check of a list came to, in the transaction that locks it: afterwards entries may be erased. Of a
 * list that nobody checked it writes nothing.
 */
export async function noteListCheck(tx: Transaction, scope: OrganiserScope | SiteItself): Promise<void> {
  const { raffleId } = scope;
  const { rows: decided } = await sql<{ at: Date | null }>`
    select max(decided_at) as at from look_alike_decisions where raffle_id = ${raffleId} and verdict <> 'later'
  `.execute(tx);
  const finished = await tx
    .selectFrom("listChecks")
    .select("checkedAt")
    .where("raffleId", "=", raffleId)
    .executeTakeFirst();
  const moments = [decided[0]?.at, finished?.checkedAt].filter((at) => at instanceof Date);
  const checkedAt = moments.toSorted((one, other) => other.getTime() - one.getTime())[0];
  if (!checkedAt) return;
  await writeCheckedAt(tx, raffleId, checkedAt);
  const { counts, complete } = await readAlikeCheck(tx, scope);
  const { rows: compared } = await sql<{ entries: number }>`
    select count(*)::int as entries from entry_search where raffle_id = ${raffleId}
  `.execute(tx);
  const { rows: out } = await sql<{ all: number; same: number }>`
    select count(*)::int as all, (count(*) filter (where exists (
        select from look_alike_decisions
        where look_alike_decisions.raffle_id = ${raffleId} and verdict = 'same' and out_id = entries.id
      )))::int as same
    from entries where raffle_id = ${raffleId} and disqualified_for is not null
  `.execute(tx);
  const { all = 0, same = 0 } = out[0] ?? {};
  await tx
    .updateTable("listChecks")
    .set({
      entries: compared[0]?.entries ?? 0,
      sameGroups: counts.same,
      differentGroups: counts.different,
      otherGroups: counts.other,
      openGroups: counts.open,
      outAsSame: same,
      outOtherwise: all - same,
      isComplete: complete,
    })
    .where("raffleId", "=", raffleId)
    .execute();
}

/** What the check of a locked list came to; null where nobody checked it, or before the lock. */
export async function readListCheck(reader: Reader, raffleId: string): Promise<ListCheck | null> {
  const row = await reader
    .selectFrom("listChecks")
    .select(["checkedAt", ...FIGURES])
    .where("raffleId", "=", raffleId)
    .executeTakeFirst();
  return row && row.entries !== null ? (row as ListCheck) : null;
}
