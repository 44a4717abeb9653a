import { sql } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import { readReason } from "#src/access/audit/reason.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { changerOf, type FormerEntry, queueChangedByOther } from "#src/entries/mails/changed-by-other.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import type { EarnedWay } from "#src/raffles/proof/ways.ts";
import { withdrawalOf } from "./withdrawal.ts";
import { addRows } from "./write.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly secret: Uint8Array };

/** A grant in an entry's ledger to take back. All of it is untrusted. */
export type TakenBack = { readonly entryCode: string; readonly rowId: string; readonly reason: string };

type TakeBackRefusal = Refusal<"invalid-fields" | "entry-not-found" | "drops-not-found"> | ListLocked;

/**
 * Takes back what one row of the ledger gave, with a reason that its entrant reads. What it was given for does not
 * count again by itself: a code stays used. The entrant is mailed, if that is allowed. Sent again, it changes nothing.
 *
 * @returns how many drops went, 0 where they were taken back before; refusals: `invalid-fields` (the reason),
 *   `list-locked`, `entry-not-found`, `drops-not-found`
 */
export async function takeBackDrops(
  { db, clock, secret }: Deps,
  scope: OrganiserScope,
  { entryCode, rowId, reason: typed }: TakenBack,
): Promise<Outcome<{ readonly drops: number }, TakeBackRefusal>> {
  const read = readReason(typed);
  if (!read.ok) return read;
  const reason = read.value;
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, raffleId, { by: "shop" });
    if (!held.ok) return held;
    const entry = await lockEntry(tx, raffleId, entryCode);
    if (!entry) return refuse({ reason: "entry-not-found" } as const);
    const grant = isId(rowId) ? await findGrant(tx, { raffleId, entryId: entry.id, rowId }) : undefined;
    if (!grant) return refuse({ reason: "drops-not-found" } as const);
    const { ruleId, way, drops, rule, isTakenBack } = grant;
    if (isTakenBack) return accept({ drops: 0 });
    const row = withdrawalOf({ id: rowId, entryId: entry.id, ruleId, way, drops }, reason);
    await addRows(tx, raffleId, [row], { by: scope, at: clock() });
    await queueChangedByOther(
      tx,
      secret,
      { raffleId, ...entry },
      {
        what: "drops",
        by: await changerOf(tx, scope),
        drops: { count: drops, rule: rule ?? "", reason },
      },
    );
    const after = { rule: rule ?? "", drops: -drops, reason };
    const change = {
      action: "withdraw-drops",
      subject: entry.entryCode,
      entryId: entry.id,
      before: null,
      after,
    } as const;
    await recordChange(tx, scope, change, clock);
    return accept({ drops });
  });
}

async function lockEntry(tx: Transaction, raffleId: string, entryCode: string) {
  const { rows } = await sql<Omit<FormerEntry, "raffleId"> & { readonly id: string }>`
    select id, entry_code as "entryCode", email, language, network_hash is null or retyped_at is not null as "isTyped",
      self_opened_at is not null as "isOpened", confirmed_at is not null as "isConfirmed"
    from entries where raffle_id = ${raffleId} and entry_code = ${typedCode(entryCode)} for update
  `.execute(tx);
  return rows[0];
}

type Grant = {
  readonly ruleId: string;
  readonly way: EarnedWay;
  readonly drops: number;
  /** Null where the raffle no longer has it. */
  readonly rule: string | null;
  readonly isTakenBack: boolean;
};

async function findGrant(
  tx: Transaction,
  { raffleId, entryId, rowId }: { readonly raffleId: string; readonly entryId: string; readonly rowId: string },
): Promise<Grant | undefined> {
  const { rows } = await sql<Grant>`
    select rule_id as "ruleId", way, earned_drops.drops, rules.details as rule, exists (
        select from earned_drops as back where back.raffle_id = ${raffleId} and back.withdraws = earned_drops.id
      ) as "isTakenBack"
    from earned_drops left join rules on rules.id = rule_id
    where earned_drops.raffle_id = ${raffleId} and earned_drops.id = ${rowId} and entry_id = ${entryId}
      and withdraws is null and earned_drops.drops > 0
  `.execute(tx);
  return rows[0];
}
