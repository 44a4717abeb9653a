import { sql } from "kysely";
import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors, optionalText } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { MAX_TAX } from "../limits.ts";

const sentTaxes = z.record(z.string(), optionalText(MAX_TAX));

/**
 * Writes down the taxes of prizes, as the report on winners asks for them: an amount, a receipt's number, or who pays.
 *
 * @param typed untrusted texts by the claims' ids; what is none of the raffle's claims changes nothing
 * @returns how many changed; refusal: `invalid-fields`, by the claim's id
 */
export async function noteTaxes(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: OrganiserScope,
  typed: Readonly<Record<string, string>>,
): Promise<Outcome<number, Refusal<"invalid-fields">>> {
  const parsed = sentTaxes.safeParse(typed);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const taxes = Object.entries(parsed.data).filter(([id]) => isId(id));
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ prize: string; ticket: number; entryId: string; before: string; after: string }>`
      with typed as (
        select id, nullif(tax, '') as tax
        from unnest(${taxes.map(([id]) => id)}::uuid[], ${taxes.map(([, tax]) => tax)}::text[]) as typed (id, tax)
      ), held as (
        select claims.id, claims.tax as before, typed.tax as after from claims join typed on typed.id = claims.id
        where raffle_id = ${scope.raffleId} and claims.tax is distinct from typed.tax
        order by claims.id for update of claims
      )
      update claims set tax = held.after from held
      where claims.raffle_id = ${scope.raffleId} and claims.id = held.id
      returning prize_code as prize, ticket, entry_id as "entryId", held.before, held.after
    `.execute(tx);
    for (const { prize, ticket, entryId, before, after } of rows) {
      const details = { before: { ticket, tax: before }, after: { ticket, tax: after }, entryId };
      await recordChange(tx, scope, { action: "note-tax", subject: prize, ...details }, clock);
    }
    return accept(rows.length);
  });
}
