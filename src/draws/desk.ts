import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { LINES_PER_PART } from "./lock/list-parts.ts";

/** When a raffle's list locks by itself; null where only its organiser can lock it. */
export async function readLockAt(reader: Reader, scope: OrganiserScope): Promise<Date | null> {
  const row = await reader.selectFrom("raffles").select("lockAt").where("id", "=", scope.raffleId).executeTakeFirst();
  return row?.lockAt ?? null;
}

/** Whoever holds a ticket, for the organiser who hands over the prize. */
export type TicketHolder = { readonly entryCode: string; readonly name: string };

/** The holders of these tickets; those whose entry is erased are missing. */
export async function readTicketHolders(
  reader: Reader,
  { raffleId }: OrganiserScope,
  tickets: readonly number[],
): Promise<ReadonlyMap<number, TicketHolder>> {
  if (tickets.length === 0) return new Map();
  const { rows } = await sql<TicketHolder & { readonly ticket: number }>`
    select asked.ticket, entry_code as "entryCode", first_name || ' ' || last_name as name
    from unnest(${[...new Set(tickets)]}::int[]) as asked (ticket)
    join draw_list_parts as parts
      on parts.raffle_id = ${raffleId} and parts.part = (asked.ticket - 1) / ${sql.lit(LINES_PER_PART)}
    join entries on entries.raffle_id = ${raffleId}
      and entries.id = parts.entry_ids[1 + (asked.ticket - 1) % ${sql.lit(LINES_PER_PART)}]
  `.execute(reader);
  return new Map(rows.map(({ ticket, ...holder }) => [ticket, holder]));
}
