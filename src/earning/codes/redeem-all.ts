import { sql } from "kysely";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import { countGrants, grantKey } from "../count-grants.ts";
import { addRows, type NewRow } from "../write.ts";

/** The actor of what an entrant does for their own entry. */
const ENTRANT = "entrant";

/** A code that an entry redeems. */
export type Redeem = {
  readonly entryId: string;
  /** In hexadecimal (`hashOfCode`). */
  readonly codeHash: string;
};

/** What a code gave its entry: the same whenever the entry sends it again. */
export type Redeemed = { readonly drops: number; readonly rule: string };

export type RedeemOutcome = Outcome<
  Redeemed,
  Refusal<
    | "drop-code-not-found"
    | "drop-code-used"
    | "drop-code-taken-back"
    | "drop-code-stopped"
    | "drop-codes-enough"
    | "entry-not-found"
    | "too-late"
  >
>;

type Asked = { readonly raffleId: string; readonly asked: readonly Redeem[]; readonly at: Date };

/**
 * Redeems codes of one raffle, in the order in which they were asked for: of each the code, the row of the ledger and
 * the entry's drops change together. Who gets what is decided here, after all locks.
 *
 * @returns what became of each, in the same order
 */
export async function redeemAll(tx: Transaction, { raffleId, asked, at }: Asked): Promise<RedeemOutcome[]> {
  const held = await holdUnlocked(tx, raffleId, { by: "entrant" });
  const entries = held.ok ? await lockEntries(tx, raffleId, asked) : new Set<string>();
  // Read after the locks, for which it may have waited: what a code is worth, and until when, may have changed.
  const codes = await lockCodes(tx, raffleId, asked);
  const grants = await countGrants(tx, raffleId, [...entries]);
  const redeemed: (NewRow & { readonly way: "code" })[] = [];
  const outcomes = asked.map(({ entryId, codeHash }): RedeemOutcome => {
    const code = codes.get(codeHash);
    if (!code) return refuse({ reason: "drop-code-not-found" } as const);
    const { ruleId, drops } = code;
    if (code.entryId !== null) return answerUsed(code, entryId);
    if (code.stoppedAt !== null || drops === null) return refuse({ reason: "drop-code-stopped" } as const);
    if (!held.ok || !code.open) return refuse({ reason: "too-late" } as const);
    if (!entries.has(entryId)) return refuse({ reason: "entry-not-found" } as const);
    const key = grantKey(entryId, ruleId);
    const count = grants.get(key) ?? 0;
    if (count >= (code.maxTimes ?? 0)) return refuse({ reason: "drop-codes-enough" } as const);
    grants.set(key, count + 1);
    codes.set(codeHash, { ...code, entryId });
    redeemed.push({ entryId, ruleId, way: "code", drops, sourceKey: codeHash });
    return accept({ drops, rule: code.rule ?? "" });
  });
  await markUsed(tx, { raffleId, at }, redeemed);
  const byRule = Map.groupBy(redeemed, ({ ruleId }) => ruleId);
  for (const rows of byRule.values()) await addRows(tx, raffleId, rows, { by: { actor: ENTRANT }, at });
  return outcomes;
}

/** Locks the entries in the order of their ids, so that two batches do not wait for each other. */
async function lockEntries(tx: Transaction, raffleId: string, asked: readonly Redeem[]): Promise<Set<string>> {
  const ids = [...new Set(asked.map(({ entryId }) => entryId))];
  const { rows } = await sql<{ id: string }>`
    select id from entries where raffle_id = ${raffleId} and id = any (${ids}::uuid[]) order by id for update
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

type FoundCode = {
  readonly codeHash: string;
  readonly entryId: string | null;
  readonly stoppedAt: Date | null;
  /** Whether entries are still taken. */
  readonly open: boolean;
  /** Whether the shop took back what it gave. */
  readonly isTakenBack: boolean;
  readonly ruleId: string;
  /** What it gave, or would give now; null where the raffle no longer has the rule. */
  readonly drops: number | null;
  readonly rule: string | null;
  readonly maxTimes: number | null;
};

/** Locks the codes, and holds their batches from being stopped meanwhile. */
async function lockCodes(tx: Transaction, raffleId: string, asked: readonly Redeem[]): Promise<Map<string, FoundCode>> {
  const hashes = asked.map(({ codeHash }) => Buffer.from(codeHash, "hex"));
  const { rows } = await sql<FoundCode>`
    select encode(code_hash, 'hex') as "codeHash", drop_codes.entry_id as "entryId", stopped_at as "stoppedAt",
      code_batches.rule_id as "ruleId", coalesce(earned_drops.drops, rules.drops) as drops, rules.details as rule,
      rules.max_times as "maxTimes", clock_timestamp() <= raffles.due_date as open, exists (
        select from earned_drops as back where back.raffle_id = ${raffleId} and back.withdraws = earned_drops.id
      ) as "isTakenBack"
    from drop_codes
    join code_batches on code_batches.raffle_id = drop_codes.raffle_id and code_batches.id = drop_codes.batch_id
    join raffles on raffles.id = drop_codes.raffle_id
    left join rules on rules.id = code_batches.rule_id
    left join earned_drops on earned_drops.raffle_id = drop_codes.raffle_id
      and earned_drops.rule_id = code_batches.rule_id and source_key = encode(code_hash, 'hex')
    where drop_codes.raffle_id = ${raffleId} and code_hash = any (${hashes}::bytea[])
    order by code_hash
    for update of drop_codes for key share of code_batches
  `.execute(tx);
  return new Map(rows.map((row) => [row.codeHash, row]));
}

function answerUsed({ entryId, drops, rule, isTakenBack }: FoundCode, own: string): RedeemOutcome {
  if (entryId !== own) return refuse({ reason: "drop-code-used" } as const);
  if (isTakenBack) return refuse({ reason: "drop-code-taken-back" } as const);
  return accept({ drops: drops ?? 0, rule: rule ?? "" });
}

/** Marks codes as used by their entries. */
async function markUsed(
  tx: Transaction,
  { raffleId, at }: Pick<Asked, "raffleId" | "at">,
  rows: readonly Pick<NewRow, "entryId" | "sourceKey">[],
): Promise<void> {
  if (rows.length === 0) return;
  const hashes = rows.map(({ sourceKey }) => Buffer.from(sourceKey, "hex"));
  await sql`
    update drop_codes set entry_id = used.entry_id, used_at = ${at}
    from unnest(${hashes}::bytea[], ${rows.map(({ entryId }) => entryId)}::uuid[]) as used (code_hash, entry_id)
    where drop_codes.raffle_id = ${raffleId} and drop_codes.code_hash = used.code_hash
  `.execute(tx);
}
