import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { LINES_PER_PART } from "./lock/list-parts.ts";

/** What is public of whoever holds a ticket: "Maria P."; null for whoever chose the number alone, or erased their entry. */
export type WinnerNames = ReadonlyMap<number, string | null>;

/** The public names of these tickets of a locked raffle. */
export async function readWinnerNames(
  reader: Reader,
  raffleId: string,
  tickets: readonly number[],
): Promise<WinnerNames> {
  if (tickets.length === 0) return new Map();
  const { rows } = await sql<{ ticket: number; firstName: string; initial: string }>`
    select asked.ticket, first_name as "firstName", left(last_name, 1) as initial
    from unnest(${[...new Set(tickets)]}::int[]) as asked (ticket)
    join draw_list_parts as parts
      on parts.raffle_id = ${raffleId} and parts.part = (asked.ticket - 1) / ${sql.lit(LINES_PER_PART)}
    join entries on entries.raffle_id = ${raffleId}
      and entries.id = parts.entry_ids[1 + (asked.ticket - 1) % ${sql.lit(LINES_PER_PART)}]
    where not entries.named_by_ticket
  `.execute(reader);
  const names = new Map(rows.map(({ ticket, firstName, initial }) => [ticket, `${firstName} ${initial}.`]));
  return new Map(tickets.map((ticket) => [ticket, names.get(ticket) ?? null]));
}
