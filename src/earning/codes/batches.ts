import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { seal } from "#src/base/sealed.ts";
import { fieldErrors, requiredText, wholeNumber } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { hasOwner } from "#src/raffles/lists/account-raffles.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { CODE_LIMITS, CODES_OF_RAFFLE, MAX_BATCHES } from "./limits.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly secret: Uint8Array };

export type BatchKind = "list" | "till";

/** A batch of codes as the desk and the API show it. */
export type CodeBatch = {
  readonly id: string;
  readonly ruleId: string;
  readonly name: string;
  readonly kind: BatchKind;
  readonly codes: number;
  /** How many were handed out so far. */
  readonly stored: number;
  readonly used: number;
  readonly madeAt: Date;
  readonly madeBy: string;
  readonly stoppedAt: Date | null;
};

/** What the seed of a batch is sealed as. */
export const SEED = "drop-codes-seed/1";
const SEED_BYTES = 32;

const sentBatch = z.object({
  name: requiredText(CODE_LIMITS.name, "codeBatchNameRequired"),
  ruleId: z.string({ error: "ruleUnknown" }),
  kind: z.enum(["list", "till"], { error: "optionInvalid" }).default("list"),
  codes: wholeNumber(1, CODE_LIMITS.codes, undefined),
});

/**
 * Begins a batch of codes for a rule that is proved by codes. A `list` has as many as are asked for; they are stored as
 * they are handed out (`codesOf`). A `till` gets its codes one by one.
 *
 * @param sent untrusted: name, rule, kind, how many
 * @returns refusals: `invalid-fields`, `list-locked`, `too-many-batches`
 */
export async function makeBatch(
  { db, clock, secret }: Deps,
  scope: OrganiserScope,
  sent: unknown,
): Promise<Outcome<{ readonly id: string }, Refusal<"invalid-fields" | "too-many-batches"> | ListLocked>> {
  const parsed = sentBatch.safeParse(sent);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { name, ruleId, kind } = parsed.data;
  const codes = kind === "till" ? 0 : parsed.data.codes;
  if (codes === undefined) {
    const params = { min: 1, max: CODE_LIMITS.codes };
    return refuse({ reason: "invalid-fields", fields: { codes: [{ key: "integerRange", params }] } });
  }
  return inTransaction(db, async (tx) => {
    // One batch after the other, so that all of them are counted.
    await tx.selectFrom("raffles").select("id").where("id", "=", scope.raffleId).forNoKeyUpdate().execute();
    const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
    if (!held.ok) return held;
    const raffle = await findRaffle(tx, scope.raffleId);
    const rule = raffle?.rules.find(({ id }) => id === ruleId);
    if (rule?.proof !== "code") {
      return refuse({ reason: "invalid-fields", fields: { ruleId: [{ key: "ruleUnknown" }] } } as const);
    }
    const stored = await countCodes(tx, scope.raffleId);
    if (stored.batches >= MAX_BATCHES) return refuse({ reason: "too-many-batches" } as const);
    const left = Math.max(0, stored.most - stored.codes);
    if (codes > left || left === 0) {
      const params = { max: stored.most, left };
      return refuse({ reason: "invalid-fields", fields: { codes: [{ key: "codesTooMany", params }] } } as const);
    }
    const id = newId();
    const sealedSeed = seal(secret, { kind: SEED, boundTo: id }, randomBytes(SEED_BYTES));
    await tx
      .insertInto("codeBatches")
      .values({
        ...{ raffleId: scope.raffleId, id, ruleId, name, kind, codes },
        sealedSeed,
        madeAt: clock(),
        madeBy: scope.actor,
      })
      .execute();
    const after = { rule: rule.details, ...(codes > 0 && { codes }) };
    await recordChange(tx, scope, { action: "make-codes", subject: name, before: null, after }, clock);
    return accept({ id });
  });
}

/** How many codes a raffle's batches have, and how many they may have. */
export async function countCodes(reader: Reader, raffleId: string) {
  const stored = await reader
    .selectFrom("codeBatches")
    .select([sql<number>`count(*)::int`.as("batches"), sql<number>`coalesce(sum(codes), 0)::int`.as("codes")])
    .where("raffleId", "=", raffleId)
    .executeTakeFirstOrThrow();
  return { ...stored, most: CODES_OF_RAFFLE[(await hasOwner(reader, raffleId)) ? "owned" : "ownerless"] };
}

/** The batches of a raffle, the newest first. */
export async function listBatches(
  reader: Reader,
  { raffleId }: Pick<OrganiserScope, "raffleId">,
): Promise<readonly CodeBatch[]> {
  const { rows } = await sql<CodeBatch>`
    select id, rule_id as "ruleId", name, kind, codes, stored, made_at as "madeAt", made_by as "madeBy",
      stopped_at as "stoppedAt", coalesce(counted.used, 0) as used
    from code_batches
    left join (
      select raffle_id, batch_id, count(*)::int as used from drop_codes
      where raffle_id = ${raffleId} and used_at is not null group by raffle_id, batch_id
    ) as counted on counted.raffle_id = code_batches.raffle_id and counted.batch_id = code_batches.id
    where code_batches.raffle_id = ${raffleId} order by id desc
  `.execute(reader);
  return rows;
}

export type HourOfCodes = { readonly batchId: string; readonly hour: Date; readonly used: number };

/** How many hours of each batch the desk shows. */
const HOURS_SHOWN = 48;

/** How many codes of each batch were used by hour: of each, the newest hours that had any. */
export async function countByHour(
  reader: Reader,
  { raffleId }: Pick<OrganiserScope, "raffleId">,
): Promise<readonly HourOfCodes[]> {
  const { rows } = await sql<HourOfCodes>`
    select "batchId", hour, used from (
      select batch_id as "batchId", date_trunc('hour', used_at) as hour, count(*)::int as used,
        row_number() over (partition by batch_id order by date_trunc('hour', used_at) desc) as place
      from drop_codes where raffle_id = ${raffleId} and used_at is not null
      group by batch_id, date_trunc('hour', used_at)
    ) as hours where place <= ${HOURS_SHOWN} order by hour desc, "batchId"
  `.execute(reader);
  return rows;
}

/**
 * Stops a batch: its unused codes are worth nothing any more, and what they were made of goes. What was redeemed stays.
 *
 * @returns refusals: `code-batch-not-found`, `code-batch-stopped`
 */
export async function stopBatch(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<{ readonly name: string }, Refusal<"code-batch-not-found" | "code-batch-stopped">>> {
  if (!isId(id)) return refuse({ reason: "code-batch-not-found" });
  return inTransaction(db, async (tx) => {
    const batch = await tx
      .selectFrom("codeBatches")
      .select(["name", "stoppedAt"])
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!batch) return refuse({ reason: "code-batch-not-found" } as const);
    if (batch.stoppedAt !== null) return refuse({ reason: "code-batch-stopped" } as const);
    await tx
      .updateTable("codeBatches")
      .set({ stoppedAt: clock(), stoppedBy: scope.actor, sealedSeed: null })
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", id)
      .execute();
    await recordChange(tx, scope, { action: "stop-codes", subject: batch.name, before: null, after: null }, clock);
    return accept({ name: batch.name });
  });
}
