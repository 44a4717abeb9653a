import { type SqlBool, sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { followDeletion, noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { lockEntry } from "./read.ts";
import { applyChecklist, applyWishlist, unknownIds } from "./rules.ts";
import type { EntryChanges, Wish } from "./schema.ts";

/**
 * Deletes an entry while its raffle is open, after waiting for concurrent changes of it; or once the list is locked,
 * which keeps its ticket. In between, the list must stay as the organiser checks it.
 *
 * @returns nothing; refusals: `entry-not-found`, and `erase-too-late` if the due date has passed, even during the wait
 */
export async function eraseOpenEntry(
  tx: Transaction,
  scope: EntrantScope,
): Promise<Outcome<void, Refusal<"entry-not-found" | "erase-too-late">>> {
  const held = (await holdUnlocked(tx, scope.raffleId)).ok;
  if (!(await lockEntry(tx, scope))) return refuse({ reason: "entry-not-found" });
  const raffle = await tx
    .selectFrom("raffles")
    .select(sql<SqlBool>`locked_at is not null or (${held} and clock_timestamp() <= due_date)`.as("canErase"))
    .where("id", "=", scope.raffleId)
    .executeTakeFirst();
  if (!raffle?.canErase) return refuse({ reason: "erase-too-late" });
  await tx
    .deleteFrom("entries")
    .where("raffleId", "=", raffleIdForLookup(tx, scope.raffleId))
    .where("id", "=", scope.entryId)
    .execute();
  await followDeletion(tx, scope.raffleId, [scope.entryId]);
  return accept(undefined);
}

/** Ticks and wishes as they are stored. */
export type Ticks = { readonly doneRules: readonly string[]; readonly wishes: readonly Wish[] };

/**
 * Writes a change of ticks and wishes to an entry whose row is locked, for its entrant or organiser.
 *
 * @returns the new ticks and wishes, or null if nothing changed; refusal: `invalid-fields`
 */
export async function writeTicks(
  tx: Transaction,
  entry: { raffle: PublicRaffle; raffleId: string; entryId: string; before: Ticks },
  changes: EntryChanges,
  clock: Clock,
): Promise<Outcome<Ticks | null, Refusal<"invalid-fields">>> {
  const { raffle, before } = entry;
  const { rules, wishes, notes } = changes;
  const wishChanges = [wishes, notes].filter((change) => change !== undefined);
  if (
    rules &&
    unknownIds(
      rules.items.map((item) => item.ruleId),
      raffle.rules,
    ).length > 0
  ) {
    return refuse({ reason: "invalid-fields", fields: { rules: [{ key: "ruleUnknown" }] } });
  }
  const named = wishChanges.flatMap((change) => change.items.map((item) => item.prizeId));
  if (unknownIds(named, raffle.prizes).length > 0) {
    return refuse({ reason: "invalid-fields", fields: { wishes: [{ key: "prizeUnknown" }] } });
  }
  const doneRules = rules ? applyChecklist(before.doneRules, rules, raffle.rules) : before.doneRules;
  const after = wishChanges.reduce(applyWishlist, [...before.wishes]);
  if (canonicalJson([doneRules, after]) === canonicalJson([before.doneRules, before.wishes])) return accept(null);
  await tx
    .updateTable("entries")
    .set({ doneRules: [...doneRules], wishes: JSON.stringify(after), updatedAt: clock() })
    .where("raffleId", "=", raffleIdForLookup(tx, entry.raffleId))
    .where("id", "=", entry.entryId)
    .execute();
  await noteEntryChanges(tx, entry.raffleId, [entry.entryId]);
  return accept({ doneRules, wishes: after });
}
