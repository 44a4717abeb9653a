import { sql } from "kysely";
import { newId } from "#src/base/ids.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { EarnedWay } from "#src/raffles/proof/ways.ts";

/** Who gives drops or takes them back: the actor as the audit log names it, and the link of a helper. */
export type GivenBy = { readonly actor: string; readonly helperId?: string | null };

/** A row to add: a grant, a refusal (no drops, and a reason), or what takes a row back. */
export type NewRow = {
  readonly entryId: string;
  readonly ruleId: string;
  readonly way: EarnedWay;
  readonly drops: number;
  /** What the grant is for: with a rule it is there once, so that a repeated request adds nothing. */
  readonly sourceKey: string;
  /** The id of the row that this one takes back. */
  readonly withdraws?: string;
  readonly reason?: string;
  /** Of a stamp: its station, the scan that it is of, which is good for one row, and the network that sent it. */
  readonly stamp?: { readonly stationId: string; readonly scanId: string; readonly networkHash: Buffer };
};

/**
 * Adds rows to the ledger of a raffle's entries, and brings the entries up to date: their drops, and which rules count
 * as done. A rule is done while its rows have drops. The caller has held the list unlocked (`holdUnlocked`) and locked
 * the entries' rows.
 *
 * @param rows of one rule
 * @returns the sources of the rows that were added; the others were there already
 */
export async function addRows(
  tx: Transaction,
  raffleId: string,
  rows: readonly NewRow[],
  { by, at }: { readonly by: GivenBy; readonly at: Date },
): Promise<ReadonlySet<string>> {
  const [first] = rows;
  if (!first) return new Set();
  const added = await tx
    .insertInto("earnedDrops")
    .values(
      rows.map(({ withdraws = null, reason = "", stamp, ...row }) => ({
        ...{ ...row, raffleId, id: newId(), at, withdraws, reason },
        ...{ stationId: null, scanId: null, networkHash: null, ...stamp },
        ...{ givenBy: by.actor, helperId: by.helperId ?? null },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["entryId", "sourceKey"])
    .execute();
  const entryIds = [...new Set(added.map(({ entryId }) => entryId))];
  if (entryIds.length > 0) await project(tx, { raffleId, ruleId: first.ruleId, at }, entryIds);
  return new Set(added.map(({ sourceKey }) => sourceKey));
}

/** Computes from the ledger what entries have of it. Their claim of the rule is settled. */
async function project(
  tx: Transaction,
  { raffleId, ruleId, at }: { readonly raffleId: string; readonly ruleId: string; readonly at: Date },
  entryIds: readonly string[],
): Promise<void> {
  await sql`
    update entries set earned = coalesce(sums.earned, '{}'), earned_rows = sums.rows, updated_at = ${at},
      claimed_rules = array_remove(claimed_rules, ${ruleId}::uuid),
      done_rules = array(select id from unnest(done_rules) as id where id <> all (sums.rules)) || coalesce(sums.done, '{}')
    from (
      select entry_id, sum(rows)::int as rows, array_agg(rule_id) as rules,
        array_agg(rule_id order by rule_id) filter (where drops > 0) as done,
        jsonb_object_agg(rule_id::text, drops) filter (where drops > 0) as earned
      from (
        select entry_id, rule_id, sum(drops)::int as drops, count(*) as rows from earned_drops
        where raffle_id = ${raffleId} and entry_id = any (${entryIds}::uuid[]) group by entry_id, rule_id
      ) as by_rule group by entry_id
    ) as sums
    where entries.raffle_id = ${raffleId} and entries.id = sums.entry_id
  `.execute(tx);
  await noteEntryChanges(tx, raffleId, entryIds);
}
