import type { Reader } from "#src/db/connect.ts";
import { shownPrizes } from "./announcing/rules.ts";

/** Who holds a prize now, after all replacements. */
export type HeldPrize = {
  readonly prizeCode: string;
  /** Whether it was given at all, by its odds. */
  readonly given: boolean;
  /** The first of them. */
  readonly tickets: readonly number[];
  /** How many hold it besides. */
  readonly more: number;
};

/** Holders of a prize that lists name; the page of the draw has more. */
const OF_PRIZE = 5;

/**
 * What a result keeps of itself for lists (src/db/migrations/046-first-winners.sql): the first prizes, and winners of
 * each.
 */
type FirstWinners = {
  readonly prizes: number;
  readonly first: readonly {
    readonly prizeCode: string;
    /** Results that were stored before there were odds lack it. */
    readonly given?: boolean;
    readonly count: number;
    readonly winners: readonly number[];
  }[];
};

/**
 * The holders of the first prizes of drawn raffles, by the raffles' ids. What everybody is to see later
 * (src/draws/announcing) is left out. It reads public tables alone, so that pages for everybody can show it.
 */
export async function readPrizeHolders(
  reader: Reader,
  raffleIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldPrize[]>> {
  if (raffleIds.length === 0) return new Map();
  const [drawn, replacements] = await Promise.all([
    reader
      .selectFrom("drawResults")
      .leftJoin("drawShows", "drawShows.raffleId", "drawResults.raffleId")
      .innerJoin("raffles", "raffles.id", "drawResults.raffleId")
      .select(["drawResults.raffleId", "firstWinners", "announce", "announcedAt", "step"])
      .where("drawResults.raffleId", "in", raffleIds)
      .execute(),
    reader
      .selectFrom("drawReplacements")
      .select(["raffleId", "prizeCode", "fromTicket", "toTicket"])
      .where("raffleId", "in", raffleIds)
      .orderBy("number")
      .execute(),
  ]);
  return new Map(
    drawn.map(({ raffleId, firstWinners, step, ...announcement }) => {
      const { prizes, first } = JSON.parse(firstWinners) as FirstWinners;
      const shown = shownPrizes({ ...announcement, step: step ?? 0 }, prizes);
      const own = replacements.filter((one) => one.raffleId === raffleId);
      const held = first.slice(0, shown).map(({ prizeCode, given = true, count, winners }) => {
        const steps = own.filter((one) => one.prizeCode === prizeCode);
        const tickets = steps.reduce<readonly number[]>(
          (before, { fromTicket, toTicket }) =>
            before.flatMap((ticket) => (ticket === fromTicket ? (toTicket ?? []) : ticket)),
          winners,
        );
        const all = count - steps.filter(({ toTicket }) => toTicket === null).length;
        const named = tickets.slice(0, OF_PRIZE);
        return { prizeCode, given, tickets: named, more: all - named.length };
      });
      return [raffleId, held];
    }),
  );
}
