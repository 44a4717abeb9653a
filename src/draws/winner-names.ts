import { holdsContact } from "#src/contact/in-name.ts";
import type { Reader } from "#src/db/connect.ts";
import type { HeldPrize } from "./prize-holders.ts";
import { readTicketPeople, type TicketPerson, ticketKey } from "./ticket-people.ts";

/**
 * What is public of whoever holds a ticket: "Maria P."; null for whoever chose the number alone, or erased their entry,
 * or whose name is an e-mail address or a phone number.
 */
export type WinnerNames = ReadonlyMap<number, string | null>;

/** The public names of these tickets of a locked raffle. */
export async function readWinnerNames(
  reader: Reader,
  raffleId: string,
  tickets: readonly number[],
): Promise<WinnerNames> {
  const people = await readTicketPeople(
    reader,
    tickets.map((ticket) => ({ raffleId, ticket })),
  );
  return new Map(tickets.map((ticket) => [ticket, publicName(people.get(ticketKey({ raffleId, ticket })))]));
}

function publicName(person: TicketPerson | undefined): string | null {
  if (!person || person.namedByTicket) return null;
  // A list may hold addresses where names should be.
  if (holdsContact(`${person.firstName} ${person.lastName}`)) return null;
  // In a list, a name may be one word: that of a profile.
  return person.lastName === "" ? person.firstName : `${person.firstName} ${initialOf(person.lastName)}.`;
}

/** The first letter, as people see one: it may be several code points. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment ?? "";
}

/** A prize, and whoever holds it in public form. */
export type NamedPrize = Pick<HeldPrize, "prizeCode" | "given" | "more"> & {
  /** The prize's name; its code if it is gone. */
  readonly prizeName: string;
  readonly winners: readonly { readonly ticket: number; readonly name: string | null }[];
};

/** Names the holders of prizes of several raffles. */
export async function nameHolders(
  reader: Reader,
  held: ReadonlyMap<string, readonly HeldPrize[]>,
): Promise<ReadonlyMap<string, readonly NamedPrize[]>> {
  const asked = [...held].flatMap(([raffleId, prizes]) =>
    prizes.flatMap(({ tickets }) => tickets.map((ticket) => ({ raffleId, ticket }))),
  );
  const people = await readTicketPeople(reader, asked);
  return namePrizes(reader, held, (place) => publicName(people.get(ticketKey(place))));
}

/** The same by tickets alone, from public tables: for pages that are cached for everybody. */
export function numberHolders(
  reader: Reader,
  held: ReadonlyMap<string, readonly HeldPrize[]>,
): Promise<ReadonlyMap<string, readonly NamedPrize[]>> {
  return namePrizes(reader, held, () => null);
}

async function namePrizes(
  reader: Reader,
  held: ReadonlyMap<string, readonly HeldPrize[]>,
  nameOf: (place: { readonly raffleId: string; readonly ticket: number }) => string | null,
): Promise<ReadonlyMap<string, readonly NamedPrize[]>> {
  const names = await readPrizeNames(reader, [...held.keys()]);
  return new Map(
    [...held].map(([raffleId, prizes]) => [
      raffleId,
      prizes.map(({ tickets, ...prize }) => ({
        ...prize,
        prizeName: names.get(`${raffleId} ${prize.prizeCode}`) ?? prize.prizeCode,
        winners: tickets.map((ticket) => ({ ticket, name: nameOf({ raffleId, ticket }) })),
      })),
    ]),
  );
}

/** The names of raffles' prizes, by the raffle's id and the prize's code. */
async function readPrizeNames(reader: Reader, raffleIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (raffleIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("prizes")
    .select(["raffleId", "prizeCode", "name"])
    .where("raffleId", "in", raffleIds)
    .execute();
  return new Map(rows.map(({ raffleId, prizeCode, name }) => [`${raffleId} ${prizeCode}`, name]));
}
