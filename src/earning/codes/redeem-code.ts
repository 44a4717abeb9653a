import { sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { lockEntry } from "#src/entries/read.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { addRows } from "../write.ts";
import { attemptDropCode, type CodeProver } from "./code-attempts.ts";
import { hashOfCode, readDropCode } from "./drop-code.ts";

/** The actor of what an entrant does for their own entry. */
const ENTRANT = "entrant";

/** What a code gave its entry: the same whenever the entry sends it again. */
export type Redeemed = { readonly drops: number; readonly rule: string };

export type RedeemRefusal =
  | Refusal<
      | "invalid-fields"
      | "drop-code-not-found"
      | "drop-code-used"
      | "drop-code-taken-back"
      | "drop-code-stopped"
      | "drop-codes-enough"
      | "entry-not-found"
      | "too-late"
    >
  | ChallengeRefusal;

type Deps = CodeProver & { readonly db: Database; readonly clock: Clock; readonly secret: Uint8Array };

/**
 * Redeems a code for an entry: the code, the row of the ledger and the entry's drops change in one transaction, or
 * nothing does. Sent again by the same entry, it gets the same answer. A code of another raffle is none here.
 *
 * @param typed the code as somebody typed or scanned it
 * @returns what it is worth; refusals as the type says, `drop-codes-enough` where the rule counts no more of them
 */
export async function redeemCode(
  deps: Deps,
  entrant: EntrantScope,
  typed: string,
): Promise<Outcome<Redeemed, RedeemRefusal>> {
  const code = readDropCode(typed);
  if (code === null) {
    const key = typed.trim() === "" ? ("dropCodeRequired" as const) : ("dropCodeMistyped" as const);
    return refuse({ reason: "invalid-fields", fields: { code: [{ key }] } });
  }
  const codeHash = Buffer.from(hashOfCode(deps.secret, entrant.raffleId, code), "hex");
  return attemptDropCode(deps, { raffleId: entrant.raffleId, code }, () =>
    inTransaction(deps.db, (tx) => redeem(tx, entrant, codeHash, deps.clock())),
  );
}

async function redeem(tx: Transaction, entrant: EntrantScope, codeHash: Buffer, at: Date) {
  const { raffleId, entryId } = entrant;
  const held = await holdUnlocked(tx, raffleId, { by: "entrant" });
  const entry = held.ok ? await lockEntry(tx, entrant) : null;
  // Read after the locks, for which it may have waited: what the code is worth, and until when, may have changed.
  const before = await findCode(tx, raffleId, codeHash);
  if (!before) return refuse({ reason: "drop-code-not-found" } as const);
  if (before.entryId !== null) return answerUsed(before, entryId);
  if (before.stoppedAt !== null || before.drops === null) return refuse({ reason: "drop-code-stopped" } as const);
  if (!held.ok || !before.open) return refuse({ reason: "too-late" } as const);
  if (!entry) return refuse({ reason: "entry-not-found" } as const);
  // Under the entry's lock, so that two codes at once are not both its last.
  if ((await countGrants(tx, entrant, before.ruleId)) >= (before.maxTimes ?? 0)) {
    return refuse({ reason: "drop-codes-enough" } as const);
  }
  const { numUpdatedRows } = await tx
    .updateTable("dropCodes")
    .set({ entryId, usedAt: at })
    .where("raffleId", "=", raffleId)
    .where("codeHash", "=", codeHash)
    .where("entryId", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    const after = await findCode(tx, raffleId, codeHash);
    return after ? answerUsed(after, entryId) : refuse({ reason: "drop-code-not-found" } as const);
  }
  const row = { entryId, ruleId: before.ruleId, way: "code", drops: before.drops } as const;
  await addRows(tx, raffleId, [{ ...row, sourceKey: codeHash.toString("hex") }], { by: { actor: ENTRANT }, at });
  return accept({ drops: before.drops, rule: before.rule ?? "" });
}

type FoundCode = {
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

/** Holds the batch from being stopped meanwhile. */
async function findCode(tx: Transaction, raffleId: string, codeHash: Buffer): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select drop_codes.entry_id as "entryId", stopped_at as "stoppedAt", code_batches.rule_id as "ruleId",
      coalesce(earned_drops.drops, rules.drops) as drops, rules.details as rule, rules.max_times as "maxTimes",
      clock_timestamp() <= raffles.due_date as open, exists (
        select from earned_drops as back where back.raffle_id = ${raffleId} and back.withdraws = earned_drops.id
      ) as "isTakenBack"
    from drop_codes
    join code_batches on code_batches.raffle_id = drop_codes.raffle_id and code_batches.id = drop_codes.batch_id
    join raffles on raffles.id = drop_codes.raffle_id
    left join rules on rules.id = code_batches.rule_id
    left join earned_drops on earned_drops.raffle_id = drop_codes.raffle_id
      and earned_drops.rule_id = code_batches.rule_id and source_key = encode(code_hash, 'hex')
    where drop_codes.raffle_id = ${raffleId} and code_hash = ${codeHash}
    for key share of code_batches
  `.execute(tx);
  return rows[0];
}

function answerUsed({ entryId, drops, rule, isTakenBack }: FoundCode, own: string) {
  if (entryId !== own) return refuse({ reason: "drop-code-used" } as const);
  if (isTakenBack) return refuse({ reason: "drop-code-taken-back" } as const);
  return accept({ drops: drops ?? 0, rule: rule ?? "" });
}

/** How many of its grants count: those that were taken back leave room. */
async function countGrants(
  tx: Transaction,
  { raffleId, entryId }: Pick<EntrantScope, "raffleId" | "entryId">,
  ruleId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) filter (where withdraws is null and drops > 0)::int
      - count(*) filter (where withdraws is not null)::int as count
    from earned_drops where raffle_id = ${raffleId} and entry_id = ${entryId} and rule_id = ${ruleId}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}
