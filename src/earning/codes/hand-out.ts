import { sql } from "kysely";
import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { unseal } from "#src/base/sealed.ts";
import { fieldErrors, requiredText } from "#src/base/text.ts";
import { byteaArray } from "#src/db/binary-arrays.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { type BatchKind, countCodes, SEED } from "./batches.ts";
import { codeAt, hashOfCode, shownDropCode } from "./drop-code.ts";
import { CODE_LIMITS, CODES_AT_ONCE } from "./limits.ts";

type Deps = { readonly db: Database; readonly clock: Clock; readonly secret: Uint8Array };

/** A batch whose codes can be handed out: what they are made of, opened. */
export type OpenBatch = { readonly id: string; readonly name: string; readonly codes: number; readonly seed: string };

export type HandOutRefusal = Refusal<"code-batch-not-found" | "code-batch-stopped">;

/** A code, and its number in the batch. */
export type NumberedCode = { readonly number: number; readonly code: string };

/**
 * Opens a list of codes to be downloaded or printed. The log says who did, each time: a file has all codes.
 *
 * @returns refusals: `code-batch-not-found`, `code-batch-stopped`
 */
export async function openBatch(
  deps: Deps,
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<OpenBatch, HandOutRefusal>> {
  return inTransaction(deps.db, async (tx) => {
    const batch = await findOpen(tx, deps, scope, { id, kind: "list" });
    if (!batch.ok) return batch;
    const change = { action: "download-codes", subject: batch.value.name, before: null, after: null } as const;
    await recordChange(tx, scope, change, deps.clock);
    return batch;
  });
}

/**
 * The codes of a batch, some thousands at a time, in flat memory. Each is stored before it is handed out, so none that
 * somebody has is worth nothing. Codes are made of the seed and their number: a download that was cut off is begun
 * again, and gives the same ones.
 *
 * @param span the first and the last number; without it, all of them
 */
export async function* codesOf(
  { db, secret }: Pick<Deps, "db" | "secret">,
  { raffleId }: Pick<OrganiserScope, "raffleId">,
  batch: OpenBatch,
  { from = 1, to = batch.codes }: { readonly from?: number; readonly to?: number } = {},
): AsyncGenerator<readonly NumberedCode[], void> {
  for (let first = from; first <= to; first += CODES_AT_ONCE) {
    const count = Math.min(CODES_AT_ONCE, to - first + 1);
    const codes = Array.from({ length: count }, (_, place) => ({
      number: first + place,
      code: codeAt(batch.seed, String(first + place)),
    }));
    const isOpen = await inTransaction(db, async (tx) => {
      await storeCodes(
        tx,
        { raffleId, batchId: batch.id },
        codes.map(({ code }) => hashOfCode(secret, raffleId, code)),
      );
      const { rows } = await sql`
        update code_batches set stored = greatest(stored, ${first + count - 1}::int)
        where raffle_id = ${raffleId} and id = ${batch.id} and stopped_at is null returning id
      `.execute(tx);
      return rows.length === 1;
    });
    // Somebody stopped the batch: the rest of the file would be worth nothing.
    if (!isOpen) throw new Error("The batch of codes was stopped while it was handed out.");
    yield codes;
  }
}

async function storeCodes(
  tx: Transaction,
  { raffleId, batchId }: { readonly raffleId: string; readonly batchId: string },
  hashes: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into drop_codes (raffle_id, code_hash, batch_id)
    select ${raffleId}::uuid, code_hash, ${batchId}::uuid from unnest(${byteaArray(hashes)}::bytea[]) as code_hash
    on conflict do nothing
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The codes of a batch as CSV: number, code, and the address that its QR code holds. */
export async function* codesCsv(
  deps: Pick<Deps, "db" | "secret">,
  scope: Pick<OrganiserScope, "raffleId">,
  { batch, linkOf }: { readonly batch: OpenBatch; readonly linkOf: (code: string) => string },
): AsyncGenerator<string, void> {
  yield "Number,Code,Link\r\n";
  for await (const codes of codesOf(deps, scope, batch)) {
    let lines = "";
    for (const { number, code } of codes) lines += `${number},${shownDropCode(code)},${linkOf(code)}\r\n`;
    yield lines;
  }
}

type TillRefusal = HandOutRefusal | Refusal<"invalid-fields" | "code-batch-full" | "too-late">;

const sentKey = z.object({ key: requiredText(CODE_LIMITS.key, "codeKeyRequired") });

/**
 * A code for a till. The same key, such as a receipt's number, always gets the same code: a till that had no answer
 * asks again, and no receipt gets two.
 *
 * @param sent untrusted: the key
 * @returns refusals: `invalid-fields`, `code-batch-not-found`, `code-batch-stopped`, `code-batch-full`, and `too-late`
 *   where nobody could redeem it any more
 */
export async function codeForTill(
  deps: Deps,
  scope: OrganiserScope,
  { id, sent }: { readonly id: string; readonly sent: unknown },
): Promise<Outcome<{ readonly code: string }, TillRefusal>> {
  const parsed = sentKey.safeParse(sent);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { raffleId } = scope;
  return inTransaction(deps.db, async (tx) => {
    const batch = await findOpen(tx, deps, scope, { id, kind: "till" });
    if (!batch.ok) return batch;
    const raffle = await findRaffle(tx, raffleId);
    if (!raffle?.open || raffle.lockedAt) return refuse({ reason: "too-late" } as const);
    const code = codeAt(batch.value.seed, `till ${parsed.data.key}`);
    const stored = await storeCodes(tx, { raffleId, batchId: id }, [hashOfCode(deps.secret, raffleId, code)]);
    if (stored === 0) return accept({ code });
    // Two tills of a batch wait here for each other, so that each counts the other's code.
    await sql`
      update code_batches set stored = stored + 1, codes = codes + 1 where raffle_id = ${raffleId} and id = ${id}
    `.execute(tx);
    const all = await countCodes(tx, raffleId);
    if (all.codes > all.most) throw new FullBatch();
    return accept({ code });
  }).catch((error: unknown) => {
    if (error instanceof FullBatch) return refuse({ reason: "code-batch-full" } as const);
    throw error;
  });
}

/** Takes back what the transaction stored. */
class FullBatch extends Error {}

async function findOpen(
  tx: Transaction,
  { secret }: Pick<Deps, "secret">,
  { raffleId }: Pick<OrganiserScope, "raffleId">,
  { id, kind }: { readonly id: string; readonly kind: BatchKind },
): Promise<Outcome<OpenBatch, HandOutRefusal>> {
  if (!isId(id)) return refuse({ reason: "code-batch-not-found" });
  const row = await tx
    .selectFrom("codeBatches")
    .select(["name", "codes", "sealedSeed"])
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!row) return refuse({ reason: "code-batch-not-found" });
  if (row.sealedSeed === null) return refuse({ reason: "code-batch-stopped" });
  const seed = unseal(secret, { kind: SEED, boundTo: id }, row.sealedSeed);
  // Under another secret its codes cannot be found either.
  if (seed === null) return refuse({ reason: "code-batch-stopped" });
  return accept({ id, name: row.name, codes: row.codes, seed: seed.toString("hex") });
}
