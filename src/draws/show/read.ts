import type { Reader } from "#src/db/connect.ts";
import { planFactsOf } from "#src/raffles/plan-facts.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { lockWords } from "../lock/lock-words.ts";
import { inDrawOrder, type PlannedPrize } from "../protocol/plan.ts";
import type { PrizeResult } from "../protocol/winners/draw.ts";
import { findDraw, isDrawn, ticketsInPlay } from "../read.ts";
import { readWinnerNames } from "../winner-names.ts";
import { lastStep, revealedAt, type ShowState } from "./rules.ts";

/**
 * Winners of one prize, and of all prizes, that a show names: it goes to thousands at once. The page of the draw has
 * more.
 */
export const SHOWN_OF_PRIZE = 100;
const SHOWN_IN_ALL = 300;

/** The step at which a raffle's show is; 0 where it has not begun. */
export async function readShowStep(reader: Reader, raffleId: string): Promise<number> {
  const row = await reader.selectFrom("drawShows").select("step").where("raffleId", "=", raffleId).executeTakeFirst();
  return row?.step ?? 0;
}

/** All that the audience of a raffle's draw may see now, by the raffle's id or code. Null where there is no raffle. */
export async function readShow(reader: Reader, idOrCode: string): Promise<ShowState | null> {
  const raffle = await findRaffle(reader, idOrCode);
  const life = raffle && (await readLife(reader, raffle.id));
  if (!life) return null;
  const draw = raffle.lockedAt ? await findDraw(reader, raffle.id) : null;
  const results = draw && isDrawn(draw.published) ? draw.published.results : null;
  // Winners who were to wait for a show, and were announced without one: nothing is left to wait for.
  const isOver = raffle.announce === "with-show" && raffle.announcedAt !== null && life.step === 0;
  const step = isOver ? lastStep(results?.length ?? 0) : life.step;
  const shown = shownWinners((results ?? []).slice(0, revealedAt(step)));
  const names = await readWinnerNames(reader, raffle.id, shown.flat());
  const titles = prizeNamesOf(raffle.prizes);
  const lock = draw?.published.lock;
  return {
    raffle: raffle.codeId,
    name: raffle.name,
    dueAt: raffle.dueDate.toISOString(),
    lockAt: life.lockAt?.toISOString() ?? null,
    locked:
      draw && lock
        ? {
            ...{ lockHash: draw.lockHash, sixWords: await lockWords(draw.lockHash) },
            ...{ tickets: lock.tickets, inPlay: ticketsInPlay(draw), roundAt: draw.roundAt.toISOString() },
          }
        : null,
    isDrawn: results !== null,
    isAnnounced: raffle.announcedAt !== null,
    step: results ? step : 0,
    prizes: (lock?.plan.prizes ?? plannedPrizes(raffle)).map(({ prizeCode, winners }, prize) => {
      const won = shown[prize];
      return {
        name: titles.get(prizeCode) ?? prizeCode,
        winners,
        revealed: won
          ? {
              winners: won.map((ticket) => ({ ticket, name: names.get(ticket) ?? null })),
              more: (results?.[prize]?.winners.length ?? 0) - won.length,
              given: results?.[prize]?.given ?? true,
            }
          : null,
      };
    }),
  };
}

/** When the list locks by itself, and how far the show is. Undefined if the raffle went meanwhile. */
async function readLife(reader: Reader, raffleId: string) {
  const row = await reader
    .selectFrom("raffles")
    .leftJoin("drawShows", "drawShows.raffleId", "raffles.id")
    .select(["lockAt", "step"])
    .where("raffles.id", "=", raffleId)
    .executeTakeFirst();
  return row && { ...row, step: row.step ?? 0 };
}

function plannedPrizes(raffle: PublicRaffle): readonly Pick<PlannedPrize, "prizeCode" | "winners">[] {
  const { prizes } = planFactsOf(raffle);
  return inDrawOrder(prizes.map(({ numberOfWinners, ...prize }) => ({ ...prize, winners: numberOfWinners })));
}

/** The tickets of these results that are named. Where there are too many, the last prizes have theirs. */
function shownWinners(results: readonly PrizeResult[]): number[][] {
  let left = SHOWN_IN_ALL;
  return results
    .toReversed()
    .map(({ winners }) => {
      const named = winners.slice(0, Math.min(SHOWN_OF_PRIZE, left));
      left -= named.length;
      return named;
    })
    .reverse();
}
