import { sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type HeldPrizes, readHeldPrizes } from "#src/claims/held-prizes.ts";
import { maskPerson } from "#src/contact/masks.ts";
import type { Reader } from "#src/db/connect.ts";
import { byShard, raffleOf } from "#src/db/sharding/sharded.ts";
import { announcedBy } from "#src/draws/announcing/rules.ts";
import { readFirstVersionLocks } from "#src/draws/lock/first-version-locks.ts";
import { createListSearch } from "#src/draws/lock/list-search.ts";
import { lockedStanding } from "#src/draws/locked-standing.ts";
import { readOutlooks } from "#src/draws/outlook.ts";
import type { Ticket } from "#src/draws/protocol/list/ticket.ts";
import { readStandings } from "#src/entries/standing/read-standings.ts";
import type { Standing } from "#src/entries/standing/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { type TicketState, type TicketStep, ticketState, ticketStep } from "./rules.ts";

type Deps = { readonly db: Reader; readonly clock: Clock };

/** What became of an entry, for whoever has its code: nothing that its page does not show them. */
export type TicketView = {
  readonly raffle: PublicRaffle;
  /** Whose it is, in a family on one phone. */
  readonly firstName: string;
  readonly standing: Standing;
  readonly held: HeldPrizes;
  readonly state: TicketState;
  readonly next: TicketStep;
};

const NOTHING: HeldPrizes = { won: [], lost: [], claimBy: [] };

/**
 * Reads what became of entries, with the same few statements for one or for twenty. Raffles where a past winner waits
 * cost more, and so do lists that an earlier version locked: of these the list is searched, once for all its tickets.
 *
 * @param raffles all raffles of these entries, by their ids
 * @returns by the entries' ids; those that were erased meanwhile are missing
 */
export async function readTickets(
  deps: Deps,
  raffles: ReadonlyMap<string, PublicRaffle>,
  scopes: readonly EntrantScope[],
): Promise<ReadonlyMap<string, TicketView>> {
  const now = deps.clock();
  const all = [...raffles.values()];
  const announced = new Set(all.filter(({ announcedAt }) => announcedAt !== null).map(({ id }) => id));
  const [standings, outlooks, held, firstNames] = await Promise.all([
    readStandings(deps.db, raffles, scopes),
    readOutlooks(deps.db, all, now),
    readHeldPrizes(
      deps.db,
      scopes.filter(({ raffleId }) => announced.has(raffleId)),
    ),
    readFirstNames(deps.db, scopes),
  ]);
  const inList = await listedStandings(deps, raffles, scopes, standings);
  const views = scopes.flatMap(({ raffleId, entryId }): [string, TicketView][] => {
    const [raffle, standing] = [raffles.get(raffleId), inList.get(entryId) ?? standings.get(entryId)];
    if (!raffle || !standing) return [];
    const outlook = outlooks.get(raffleId) ?? "over";
    const own = held.get(entryId) ?? NOTHING;
    const state = ticketState(standing, outlook, own, raffle.lockedAt !== null);
    const next = ticketStep(raffle, { outlook, claimBy: own.claimBy, announceBy: announcedBy(raffle) }, now);
    const firstName = firstNames.get(entryId) ?? "";
    return [[entryId, { raffle, firstName, standing, held: own, state, next }]];
  });
  return new Map(views);
}

/** First names by the entries' ids, masked as on the entries' pages. */
async function readFirstNames(reader: Reader, scopes: readonly EntrantScope[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const its of byShard(reader, scopes)) {
    const raffle = raffleOf(reader, "asked.raffle_id", its);
    const [raffleIds, ids] = [its.map(({ raffleId }) => raffleId), its.map(({ entryId }) => entryId)];
    const { rows } = await sql<{ readonly id: string; readonly firstName: string }>`
      select entries.id, first_name as "firstName"
      from unnest(${raffleIds}::uuid[], ${ids}::uuid[]) as asked (raffle_id, id)
      join entries on entries.raffle_id = ${raffle} and entries.id = asked.id
    `.execute(reader);
    for (const { id, firstName } of rows) names.set(id, maskPerson({ firstName }).firstName);
  }
  return names;
}

/** Standings by the locked list, of the few entries of which the list may say something else than their row. */
async function listedStandings(
  deps: Deps,
  raffles: ReadonlyMap<string, PublicRaffle>,
  scopes: readonly EntrantScope[],
  standings: ReadonlyMap<string, Standing>,
): Promise<ReadonlyMap<string, Standing>> {
  const locked = scopes.filter(({ raffleId }) => raffles.get(raffleId)?.lockedAt);
  const unchosen = locked.filter(({ entryId }) => {
    const standing = standings.get(entryId);
    return standing?.state === "in" && standing.because === "none-chosen";
  });
  const old = await readFirstVersionLocks(
    deps.db,
    unchosen.map(({ raffleId }) => raffleId),
  );
  const doubtful = locked.filter(
    (scope) => raffles.get(scope.raffleId)?.pauseDays || (unchosen.includes(scope) && old.has(scope.raffleId)),
  );
  const found = new Map<string, Standing>();
  const read = [...Map.groupBy(doubtful, ({ raffleId }) => raffleId)].map(async ([raffleId, its]) => {
    const [raffle, findInList] = [raffles.get(raffleId), createListSearch()];
    // One after the other: the search remembers the part of the list that it read.
    for (const scope of its) {
      const standing = standings.get(scope.entryId);
      const listed = raffle && standing && (await findInList(deps.db, scope));
      if (listed) found.set(scope.entryId, lockedStanding(standing, JSON.parse(listed.line) as Ticket, raffle));
    }
  });
  await Promise.all(read);
  return found;
}
