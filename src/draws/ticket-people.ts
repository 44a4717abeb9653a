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

/** A ticket of a locked raffle. */
export type RaffleTicket = { readonly raffleId: string; readonly ticket: number };

/** The entries of these tickets, by `ticketKey`; those that are erased are missing. */
export async function readTicketPeople(
  reader: Reader,
  asked: readonly RaffleTicket[],
): Promise<ReadonlyMap<string, TicketPerson>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<TicketPerson & RaffleTicket>`
    select asked.raffle_id as "raffleId", asked.ticket, entry_code as "entryCode", first_name as "firstName",
      last_name as "lastName", named_by_ticket as "namedByTicket"
    from (
      select distinct raffle_id, ticket
      from unnest(${asked.map(({ raffleId }) => raffleId)}::uuid[], ${asked.map(({ ticket }) => ticket)}::int[]) as asked (raffle_id, ticket)
    ) as asked
    join draw_list_parts as parts
      on parts.raffle_id = asked.raffle_id and parts.part = (asked.ticket - 1) / ${sql.lit(LINES_PER_PART)}
    join entries on entries.raffle_id = asked.raffle_id
      and entries.id = parts.entry_ids[1 + (asked.ticket - 1) % ${sql.lit(LINES_PER_PART)}]
  `.execute(reader);
  return new Map(rows.map(({ raffleId, ticket, ...entry }) => [ticketKey({ raffleId, ticket }), entry]));
}

/** Names a ticket among those of several raffles. */
export function ticketKey({ raffleId, ticket }: RaffleTicket): string {
  return `${raffleId} ${ticket}`;
}
