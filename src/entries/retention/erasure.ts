import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ContactScope, EntrantScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import { followDeletion, noteEntryStates } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { lockEntry } from "../read.ts";

export const PRIZE_KEPT = sql`interval '60 days'`;

/**
 * Whether an entry's prize can still be claimed or handed over. Its winner must be found until then: a claim of the
 * next in line begins late. It ends 60 days after its deadline, which an organiser can put off.
 */
export const HOLDS_PRIZE = holdsPrize(sql`entries.raffle_id`);

/** The same of an entry of one raffle. Citus finds its shard by the value. */
function holdsPrize(raffleId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from claims where claims.raffle_id = ${raffleId} and claims.entry_id = entries.id
      and gone_at is null and declined_at is null and handed_over_at is null and claim_by > now() - ${PRIZE_KEPT}
  )`;
}

/** What decides whether an entrant can erase their entry. */
export type ErasureFacts = {
  readonly isOpen: boolean;
  readonly isLocked: boolean;
  readonly holdsPrize: boolean;
};

export type NotErasable = Refusal<"erase-too-late" | "erase-holds-prize">;

/**
 * Decides whether an entrant can erase their entry: while the raffle is open, and again once its list is locked. In
 * between, the list stays as the organiser checks it.
 *
 * @returns whether a ticket without a name stays; refusals: `erase-too-late` in between, and `erase-holds-prize`
 */
function erasureOf({ isOpen, isLocked, holdsPrize }: ErasureFacts): Outcome<"all" | "ticket-stays", NotErasable> {
  if (holdsPrize) return refuse({ reason: "erase-holds-prize" });
  if (isLocked) return accept("ticket-stays");
  return isOpen ? accept("all") : refuse({ reason: "erase-too-late" });
}

/** Whether an entrant can erase their entry now, and when its list locks by itself. Null if the entry is gone. */
export async function readErasure(reader: Reader, scope: EntrantScope) {
  const facts = await readFacts(reader, scope);
  return facts ? { erasure: erasureOf(facts), lockAt: facts.lockAt } : null;
}

/**
 * Deletes an entry for its entrant, after waiting for concurrent changes of it. A draw that ends meanwhile counts as
 * later: then a ticket without a name won.
 *
 * @returns nothing; refusals: `entry-not-found`, and those of `erasureOf`, also where the due date passes during the
 *   wait
 */
export async function eraseAsEntrant(
  tx: Transaction,
  scope: ContactScope,
): Promise<Outcome<void, Refusal<"entry-not-found"> | NotErasable>> {
  const held = (await holdUnlocked(tx, scope.raffleId, { by: "entrant" })).ok;
  const facts = (await lockEntry(tx, scope)) && (await readFacts(tx, scope));
  if (!facts) return refuse({ reason: "entry-not-found" });
  const erasure = erasureOf({ ...facts, isOpen: held && facts.isOpen });
  if (!erasure.ok) return erasure;
  await noteEntryStates(tx, scope.raffleId, [scope.entryId]);
  await tx
    .deleteFrom("entries")
    .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
    .where("id", "=", scope.entryId)
    .execute();
  await followDeletion(tx, scope.raffleId, [scope.entryId]);
  return accept(undefined);
}

async function readFacts(reader: Reader, scope: EntrantScope) {
  return (
    reader
      .selectFrom("entries")
      .innerJoin("raffles", "raffles.id", "entries.raffleId")
      .select(holdsPrize(sql`${scope.raffleId}`).as("holdsPrize"))
      .select(sql<SqlBool>`raffles.locked_at is not null`.as("isLocked"))
      // Not the start of the transaction: it may have waited past the due date.
      .select(sql<SqlBool>`clock_timestamp() <= raffles.due_date`.as("isOpen"))
      .select(sql<Date | null>`case when lock_at > clock_timestamp() then lock_at end`.as("lockAt"))
      .where("entries.raffleId", "=", raffleIdForLookup(reader, scope.raffleId))
      .where("entries.id", "=", scope.entryId)
      .$castTo<ErasureFacts & { readonly lockAt: Date | null }>()
      .executeTakeFirst()
  );
}
