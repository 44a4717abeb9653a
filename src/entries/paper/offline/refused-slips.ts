import { recordChange } from "#src/access/audit/audit.ts";
import type { StaffScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { readSlipForm, type TypedSlip } from "../read-slip-form.ts";
import { settleSlip } from "./settle-slip.ts";
import { openSlip } from "./slip-key.ts";

/** How many refused slips a page shows; the oldest come first, and others follow as these are settled. */
const SHOWN = 50;

const COLUMNS = ["id", "number", "typedAt", "outcome", "sealed"] as const;

/** A slip that a phone sent, that was refused, and that staff did not settle yet. */
export type RefusedSlip = {
  readonly id: string;
  readonly number: number;
  readonly typedAt: Date;
  readonly outcome: string;
  /** What was typed; null if the site cannot open it. */
  readonly typed: TypedSlip | null;
};

type Deps = { readonly db: Reader; readonly secret: Uint8Array };

/** How many slips of a raffle wait for staff. */
export async function countRefusedSlips(reader: Reader, scope: StaffScope<"add-entries">): Promise<number> {
  const { count } = await refused(reader, scope)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The slips that wait for staff, the oldest first. */
export async function listRefusedSlips(
  { db, secret }: Deps,
  scope: StaffScope<"add-entries">,
): Promise<readonly RefusedSlip[]> {
  const rows = await refused(db, scope).select(COLUMNS).orderBy("receivedAt").orderBy("id").limit(SHOWN).execute();
  return rows.map((row) => opened(secret, scope.raffleId, row));
}

/** One of them, or null. */
export async function findRefusedSlip(
  { db, secret }: Deps,
  scope: StaffScope<"add-entries">,
  id: string,
): Promise<RefusedSlip | null> {
  if (!isId(id)) return null;
  const row = await refused(db, scope).select(COLUMNS).where("id", "=", id).executeTakeFirst();
  return row ? opened(secret, scope.raffleId, row) : null;
}

/**
 * Takes a refused slip off the list, without an entry. The log says who did it, and nobody's name.
 *
 * @returns refusal: `slip-not-found`, also if somebody else settled it
 */
export async function dismissSlip(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: StaffScope<"add-entries">,
  id: string,
): Promise<Outcome<{ readonly number: number }, Refusal<"slip-not-found">>> {
  return inTransaction(db, async (tx) => {
    const slip = await settleSlip(tx, scope, id, clock());
    if (!slip) return refuse({ reason: "slip-not-found" });
    const { number, outcome } = slip;
    const change = { action: "dismiss-slip", subject: String(number), before: { outcome }, after: null } as const;
    await recordChange(tx, scope, change, clock);
    return accept({ number });
  });
}

function refused(reader: Reader, { raffleId }: StaffScope<"add-entries">) {
  return reader
    .selectFrom("offlineSlips")
    .where("raffleId", "=", raffleId)
    .where("outcome", "<>", "accepted")
    .where("settledAt", "is", null);
}

type Row = Omit<RefusedSlip, "typed"> & { readonly sealed: Buffer | null };

function opened(secret: Uint8Array, raffleId: string, { sealed, ...row }: Row): RefusedSlip {
  const head = { ...row, typedAt: row.typedAt.getTime() };
  const fields = sealed && openSlip(secret, raffleId, head, sealed);
  return { ...row, typed: fields ? readSlipForm(fields) : null };
}
