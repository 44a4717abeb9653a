import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { byShard, raffleOf } from "#src/db/sharding/sharded.ts";
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
  const people = new Map<string, TicketPerson>();
  for (const its of byShard(reader, asked)) {
    const raffle = raffleOf(reader, "asked.raffle_id", its);
    const [raffleIds, tickets] = [its.map((one) => one.raffleId), its.map(({ ticket }) => ticket)];
    const { rows } = await sql<TicketPerson & RaffleTicket>`
      select asked.raffle_id as "raffleId", asked.ticket, entry_code as "entryCode", first_name as "firstName",
        last_name as "lastName", named_by_ticket as "namedByTicket"
      from (
        select distinct raffle_id, ticket from unnest(${raffleIds}::uuid[], ${tickets}::int[]) as given (raffle_id, ticket)
      ) as asked
      join draw_list_parts as parts
        on parts.raffle_id = ${raffle} and parts.part = (asked.ticket - 1) / ${sql.lit(LINES_PER_PART)}
      join entries on entries.raffle_id = ${raffle}
        and entries.id = parts.entry_ids[1 + (asked.ticket - 1) % ${sql.lit(LINES_PER_PART)}]
    `.execute(reader);
    for (const { raffleId, ticket, ...entry } of rows) people.set(ticketKey({ raffleId, ticket }), entry);
  }
  return people;
}

/** Names a ticket among those of several raffles. */
export function ticketKey({ raffleId, ticket }: RaffleTicket): string {
  return `${raffleId} ${ticket}`;
}
