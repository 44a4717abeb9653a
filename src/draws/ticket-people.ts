import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { LINES_PER_PART } from "./lock/list-parts.ts";

/** What the entry of a ticket says of its person. Not for the public as it is: see winner-names.ts. */
export type TicketPerson = {
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly namedByTicket: boolean;
};

/** The entries of these tickets of a locked raffle; those that are erased are missing. */
export async function readTicketPeople(
  reader: Reader,
  raffleId: string,
  tickets: readonly number[],
): Promise<ReadonlyMap<number, TicketPerson>> {
  if (tickets.length === 0) return new Map();
  const { rows } = await sql<TicketPerson & { readonly ticket: number }>`
    select asked.ticket, entry_code as "entryCode", first_name as "firstName", last_name as "lastName",
      named_by_ticket as "namedByTicket"
    from unnest(${[...new Set(tickets)]}::int[]) as asked (ticket)
    join draw_list_parts as parts
      on parts.raffle_id = ${raffleId} and parts.part = (asked.ticket - 1) / ${sql.lit(LINES_PER_PART)}
    join entries on entries.raffle_id = ${raffleId}
      and entries.id = parts.entry_ids[1 + (asked.ticket - 1) % ${sql.lit(LINES_PER_PART)}]
  `.execute(reader);
  return new Map(rows.map(({ ticket, ...entry }) => [ticket, entry]));
}
