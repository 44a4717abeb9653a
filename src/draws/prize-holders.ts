import type { Reader } from "#src/db/connect.ts";
import type { PrizeResult } from "./protocol/winners/draw.ts";
import { isUnderWay, revealedAt } from "./show/rules.ts";

/** Who holds a prize now, after all replacements. */
export type HeldPrize = {
  readonly prizeCode: string;
  /** The first of them. */
  readonly tickets: readonly number[];
  /** How many hold it besides. */
  readonly more: number;
};

/** Prizes and holders of one raffle that lists name; the page of the draw has more. */
const PRIZES = 10;
const OF_PRIZE = 5;

/**
 * The holders of the first prizes of drawn raffles, by the raffles' ids. What a show that is under way has not come to is
 * left out. It reads public tables alone, so that pages for everybody can show it.
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
      .select(["drawResults.raffleId", "results", "step"])
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
    drawn.map(({ raffleId, results, step }) => {
      const all = JSON.parse(results) as readonly PrizeResult[];
      const shown = isUnderWay(step ?? 0, all.length) ? revealedAt(step ?? 0) : all.length;
      const own = replacements.filter((one) => one.raffleId === raffleId);
      const held = all.slice(0, Math.min(shown, PRIZES)).map(({ prizeCode, winners }) => {
        const steps = own.filter((one) => one.prizeCode === prizeCode);
        const tickets = steps.reduce<readonly number[]>(
          (before, { fromTicket, toTicket }) =>
            before.flatMap((ticket) => (ticket === fromTicket ? (toTicket ?? []) : ticket)),
          winners,
        );
        return { prizeCode, tickets: tickets.slice(0, OF_PRIZE), more: Math.max(0, tickets.length - OF_PRIZE) };
      });
      return [raffleId, held];
    }),
  );
}
