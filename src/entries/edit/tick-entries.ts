import { sql } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { wayOf } from "#src/raffles/proof/ways.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { ENTRIES_PER_PAGE } from "../limits.ts";

type Wanted = { readonly ruleId: string; readonly done: boolean; readonly entryCodes: readonly string[] };

/**
 * Ticks or unticks one rule for entries of the organiser's raffle: for all of them or for none. Codes that the raffle
 * does not have, and those beyond a page of the list, are left out. The log has a line for each changed entry, because
 * an entry that is erased takes its line along.
 *
 * @returns how many entries changed; refusals: `list-locked`, `invalid-fields` for a rule that the raffle
 *   does not have, or whose ticks are not believed
 */
export async function tickEntries(
  deps: { readonly db: Database; readonly clock: Clock },
  scope: OrganiserScope,
  { ruleId, done, entryCodes }: Wanted,
): Promise<Outcome<{ readonly changed: number }, Refusal<"invalid-fields"> | ListLocked>> {
  return inTransaction(deps.db, async (tx) => {
    const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
    if (!held.ok) return held;
    const raffle = await findRaffle(tx, scope.raffleId);
    if (!raffle?.rules.some(({ id, proof }) => id === ruleId && wayOf(proof).tick === "done")) {
      return refuse({ reason: "invalid-fields", fields: { rules: [{ key: "ruleUnknown" }] } });
    }
    const rows = await tx
      .selectFrom("entries")
      .select(["id", "entryCode", "doneRules"])
      .where("raffleId", "=", scope.raffleId)
      .where("entryCode", "=", sql<string>`any (${entryCodes.slice(0, ENTRIES_PER_PAGE)})`)
      .orderBy("id")
      .forUpdate()
      .execute();
    const changing = rows.filter(({ doneRules }) => doneRules.includes(ruleId) !== done);
    await tx
      .updateTable("entries")
      .set({ doneRules: sql`${sql.raw(done ? "array_append" : "array_remove")}(done_rules, ${ruleId}::uuid)` })
      .set({ updatedAt: deps.clock() })
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", sql<string>`any (${changing.map(({ id }) => id)}::uuid[])`)
      .execute();
    await noteEntryChanges(
      tx,
      scope.raffleId,
      changing.map(({ id }) => id),
    );
    // This rule alone: fifty lines with a hundred rules each would be 200 KB that nobody may delete.
    const [without, withIt] = [{ doneRules: [] }, { doneRules: [ruleId] }];
    const ticked = done ? { before: without, after: withIt } : { before: withIt, after: without };
    for (const { id, entryCode } of changing) {
      const change = { action: "update-entry", subject: entryCode, entryId: id, ...ticked } as const;
      await recordChange(tx, scope, change, deps.clock);
    }
    return accept({ changed: changing.length });
  });
}
