import type { ContactScope, EntrantScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { entryKey } from "./lock/entry-key.ts";
import { createListSearch, type FindInList } from "./lock/list-search.ts";
import { type DrawnPlace, readPlaces } from "./places/places.ts";
import { type Entrant, sealOf, type Ticket } from "./protocol/list/ticket.ts";
import type { Transcript } from "./protocol/transcript.ts";
import { findDraw, isDrawn, type PublicDraw } from "./read.ts";
import { lineOf } from "./replacing/rules.ts";

/** What a draw gave a ticket: prizes, each by its code, or places among those who are next in line for one. */
export type OwnResult = {
  readonly won: readonly string[];
  /** Prizes that it held, and that went to somebody else. */
  readonly lost: readonly string[];
  /** Prizes that it held, and for which nobody was left in line. */
  readonly lostToNobody: readonly string[];
  readonly reserve: readonly { readonly prizeCode: string; readonly place: number }[];
  /** At which place of the ranking it was drawn for each prize, before winners were passed over. */
  readonly places: readonly DrawnPlace[];
};

/** An entry's ticket in its raffle's locked list. */
export type OwnTicket = Pick<Ticket, "ticket" | "wishes" | "out"> & {
  readonly draw: Pick<PublicDraw, "lockHash" | "roundAt">;
  /** Null while the winners are not announced. */
  readonly result: OwnResult | null;
};

/** All with which an entrant finds their own line in the list, and shows that it is in the tree. */
export type OwnSeal = Entrant & {
  readonly seal: string;
  /** The ticket's line in the list file. */
  readonly line: string;
  /** The siblings from the line to the root, in hex. */
  readonly proof: readonly string[];
};

type Deps = { readonly db: Reader; readonly secret: Uint8Array };

/** A search that remembers parts of lists, for whoever asks for many tickets. */
type Searched = Deps & { readonly findInList?: FindInList };

/**
 * The ticket of an entry, for whoever has its code. Null while the list is not locked, or if the entry was erased.
 *
 * @returns the ticket, and the seal's parts where the contact is proved
 */
export async function readOwnTicket(
  deps: Searched,
  entrant: EntrantScope,
  contact: ContactScope | null,
): Promise<{ readonly ticket: OwnTicket; readonly seal: OwnSeal | null } | null> {
  const draw = await findDraw(deps.db, entrant.raffleId);
  const findInList: FindInList = deps.findInList ?? createListSearch();
  const listed = draw && (await findInList(deps.db, entrant));
  const entry = listed && (await findParts(deps, entrant));
  if (!draw || !listed || !entry) return null;
  const { ticket, wishes, out } = JSON.parse(listed.line) as Ticket;
  const { line, proof } = listed;
  const { raffleId, lockHash, roundAt, published } = draw;
  return {
    ticket: {
      ...{ ticket, wishes, out },
      draw: { lockHash, roundAt },
      result:
        draw.announcedAt && isDrawn(published)
          ? {
              ...resultOf(published, ticket),
              places: await readPlaces(deps.db, { raffleId, ticket }, published.results),
            }
          : null,
    },
    seal: contact && { ...entry, seal: sealOf(entry), line, proof },
  };
}

/** What makes an entry's seal, as it is now. Null if the entry was erased. */
export async function readSealParts(deps: Deps, scope: ContactScope): Promise<Entrant | null> {
  return findParts(deps, scope);
}

async function findParts({ db, secret }: Deps, { raffleId, entryId }: EntrantScope): Promise<Entrant | null> {
  const row = await db
    .selectFrom("entries")
    .innerJoin("raffles", "raffles.id", "entries.raffleId")
    .select(["raffles.codeId", "entryCode", "emailKey"])
    .where("entries.raffleId", "=", raffleId)
    .where("entries.id", "=", entryId)
    .executeTakeFirst();
  if (!row) return null;
  const { codeId: raffle, entryCode, emailKey } = row;
  return { email: emailKey ?? "", entryCode, key: entryKey(secret, { raffleId, entryId }), raffle };
}

function resultOf(published: Transcript, ticket: number): Omit<OwnResult, "places"> {
  const { lock, results, replacements } = published;
  const gone = new Map(replacements.flatMap(({ from, to, prizeCode }) => (from === ticket ? [[prizeCode, to]] : [])));
  const came = replacements.filter(({ to }) => to === ticket).map(({ prizeCode }) => prizeCode);
  const first = results.filter(({ winners }) => winners.includes(ticket)).map(({ prizeCode }) => prizeCode);
  const had = [...first, ...came];
  return {
    won: had.filter((prizeCode) => !gone.has(prizeCode)),
    lost: had.filter((prizeCode) => typeof gone.get(prizeCode) === "number"),
    lostToNobody: had.filter((prizeCode) => gone.get(prizeCode) === null),
    reserve: results.flatMap((result) => {
      if (!result.reserves.includes(ticket)) return [];
      const place = lineOf(lock.plan, published, result).next.indexOf(ticket) + 1;
      return place > 0 ? [{ prizeCode: result.prizeCode, place }] : [];
    }),
  };
}

/**
 * The address of a raffle's draw, which looks for the entrant's ticket at once. No server is sent what follows "#".
 *
 * @param lockHash only for somebody who gets it before the draw: with it the page says that one list is proven
 */
export function ownDrawAddress(
  origin: string,
  { raffle, email, entryCode, key }: Entrant,
  lockHash: string | null = null,
): string {
  const query = lockHash === null ? "" : `?lock=${lockHash}`;
  return `${origin}/raffle/${raffle}/draw${query}#${new URLSearchParams({ email, entryCode, key })}`;
}
