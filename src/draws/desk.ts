import type { OrganiserScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { readTicketPeople } from "./ticket-people.ts";

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
  const people = await readTicketPeople(reader, raffleId, tickets);
  const holders = [...people].map(([ticket, { entryCode, firstName, lastName }]): [number, TicketHolder] => [
    ticket,
    { entryCode, name: `${firstName} ${lastName}` },
  ]);
  return new Map(holders);
}
