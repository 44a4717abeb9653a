import { type SqlBool, sql } from "kysely";
import type { Reader } from "./connect.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Whether a raffle has this code, or the code is retired: its raffle or event was deleted. One statement, so that it
 * sees either the raffle or the retired code while a raffle is being deleted, never neither.
 */
export async function isRaffleOrRetiredCode(reader: Reader, code: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select ${ofRaffle(code)} or ${isRetired(code)} as is_used
  `.execute(reader);
  return rows[0]?.isUsed ?? false;
}

/**
 * Draws codes until one is unused: no raffle or event has or had it, and no event names it as its raffle identifier.
 *
 * @param draw returns a random code
 */
export async function drawUnusedCode(reader: Reader, draw: () => string): Promise<string> {
  for (;;) {
    const code = draw();
    const { rows } = await sql<{ isUsed: boolean }>`
      select ${ofRaffle(code)} or ${isRetired(code)}
        or exists (select from events where events.code = ${code})
        or exists (select from events where raffle_identifier = ${code} and raffle_identifier <> '') as is_used
    `.execute(reader);
    if (!rows[0]?.isUsed) return code;
  }
}

/** Makes retired codes usable again. For the demo data, whose raffles and events always have the same codes. */
export async function reviveCodes(tx: Transaction, codes: readonly string[]): Promise<void> {
  await tx.deleteFrom("retiredCodes").where("code", "in", codes).execute();
}

function ofRaffle(code: string) {
  return sql<SqlBool>`exists (select from raffles where code_id = ${code})`;
}

function isRetired(code: string) {
  return sql<SqlBool>`exists (select from retired_codes where retired_codes.code = ${code})`;
}
