import { sql } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import { readReason } from "#src/access/audit/reason.ts";
import type { OrganiserScope, StaffScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { ENTRIES_PER_PAGE } from "#src/entries/limits.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { addRows, type NewRow } from "../write.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/** What the shop found of a rule that it checks. All of it is untrusted. */
export type ClaimDecision = {
  readonly ruleId: string;
  readonly entryCodes: readonly string[];
  readonly isDone: boolean;
  /** Why not: its entrant reads it. Of what is done none is needed. */
  readonly reason?: string;
};

/** How many entries a decision changed; where the shop checks, also how many stay refused. */
export type Decided = { readonly changed: number; readonly refused?: number };

/**
 * Confirms that entries have done a rule which the shop checks, whether or not they ticked it. Or it says why they have
 * not: that refuses what they ticked, and takes back what was confirmed. It decides on all of them or on none. Codes
 * that the raffle does not have, and those beyond a page of the list, are left out. What is so already stays as it is.
 * A decision on many at once takes no refusal back: that is done for each by itself, or its entrant ticks again.
 *
 * @param scope that of a counter confirms and refuses, but takes nothing back: the organiser does
 * @returns how many entries it changed, and how many stay refused; refusals: `list-locked`, `invalid-fields` (the rule,
 *   the reason)
 */
export async function decideClaims(
  { db, clock }: Deps,
  scope: OrganiserScope | StaffScope<"confirm-rules">,
  { ruleId, entryCodes, isDone, reason: typed = "" }: ClaimDecision,
): Promise<Outcome<Decided, Refusal<"invalid-fields"> | ListLocked>> {
  const read = isDone ? accept("") : readReason(typed);
  if (!read.ok) return read;
  const reason = read.value;
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
    if (!held.ok) return held;
    const raffle = await findRaffle(tx, scope.raffleId);
    const rule = raffle?.rules.find(({ id }) => id === ruleId);
    if (rule?.proof !== "checked") {
      return refuse({ reason: "invalid-fields", fields: { rules: [{ key: "ruleUnknown" }] } });
    }
    const entries = await lockEntries(tx, scope.raffleId, entryCodes);
    const before = await readRows(tx, { raffleId: scope.raffleId, ruleId }, entries);
    let refused = 0;
    const rows = entries.flatMap(({ id, claimedRules, doneRules }): NewRow[] => {
      const own = before.filter(({ entryId }) => entryId === id);
      const granted = own.find(({ drops, isWithdrawn }) => drops > 0 && !isWithdrawn);
      const row = { entryId: id, ruleId, way: "checked", sourceKey: `${id} ${own.length}` } as const;
      if (isDone && granted) return [];
      if (isDone && entries.length > 1 && own.length > 0 && !claimedRules.includes(ruleId)) {
        refused += 1;
        return [];
      }
      if (isDone) return [{ ...row, drops: rule.drops }];
      if (granted && "permission" in scope) return [];
      if (granted) return [{ ...row, drops: -granted.drops, withdraws: granted.id, reason }];
      // Done without a row: ticked while the rule was still believed, and sent when it was not.
      return [...claimedRules, ...doneRules].includes(ruleId) ? [{ ...row, drops: 0, reason }] : [];
    });
    const at = clock();
    await addRows(tx, scope.raffleId, rows, { by: scope, at });
    const codes = new Map(entries.map(({ id, entryCode }) => [id, entryCode]));
    for (const { entryId, drops } of rows) {
      const action = drops > 0 ? "confirm-rule" : drops < 0 ? "withdraw-drops" : "refuse-claim";
      const after = { rule: rule.details, ...(drops !== 0 && { drops }), ...(reason !== "" && { reason }) };
      const change = { action, subject: codes.get(entryId) ?? "", entryId, before: null, after } as const;
      await recordChange(tx, scope, change, clock);
    }
    return accept({ changed: rows.length, refused });
  });
}

async function lockEntries(tx: Transaction, raffleId: string, entryCodes: readonly string[]) {
  return tx
    .selectFrom("entries")
    .select(["id", "entryCode", "claimedRules", "doneRules"])
    .where("raffleId", "=", raffleId)
    .where("entryCode", "=", sql<string>`any (${entryCodes.slice(0, ENTRIES_PER_PAGE)})`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

type StoredRow = {
  readonly id: string;
  readonly entryId: string;
  readonly drops: number;
  readonly isWithdrawn: boolean;
};

async function readRows(
  tx: Transaction,
  { raffleId, ruleId }: { readonly raffleId: string; readonly ruleId: string },
  entries: readonly { readonly id: string }[],
): Promise<readonly StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select id, entry_id as "entryId", drops, exists (
      select from earned_drops as other where other.raffle_id = ${raffleId} and other.withdraws = earned_drops.id
    ) as "isWithdrawn"
    from earned_drops
    where raffle_id = ${raffleId} and rule_id = ${ruleId} and entry_id = any (${entries.map(({ id }) => id)}::uuid[])
  `.execute(tx);
  return rows;
}
