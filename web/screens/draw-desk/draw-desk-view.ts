import type { TicketHolder } from "#src/draws/desk.ts";
import { isDrawn, type PublicDraw } from "#src/draws/read.ts";
import type { EntryTotals } from "#src/entries/lists/entry-counts.ts";
import type { Site } from "#src/http/site.ts";
import { formatCount, formatTimestamp } from "#src/i18n/format.ts";
import type { Language } from "#src/i18n/languages.ts";
import { drawAtOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { DeskStep } from "./desk-steps.ts";

type Parts = {
  readonly raffle: PublicRaffle;
  readonly totals: EntryTotals;
  readonly lockAt: Date | null;
  readonly draw: PublicDraw | null;
  readonly holders: ReadonlyMap<number, TicketHolder>;
};

/** A raffle's draw, as its organiser's desk shows it. */
export function drawDeskView({ raffle, totals, lockAt, draw, holders }: Parts, site: Site, language: Language) {
  const { timeZone, origin } = site.config;
  const moment = (at: Date) => formatTimestamp(at, language, timeZone);
  const results = draw && isDrawn(draw.published) ? draw.published.results : null;
  const names = new Map(raffle.prizes.map((prize) => [prize.prizeCode, prize.name]));
  const step: DeskStep = results ? "reveal" : draw ? "wait" : raffle.open ? "collect" : "check";
  return {
    codeId: raffle.codeId,
    name: raffle.name,
    step,
    due: moment(raffle.dueDate),
    drawAt: moment(draw?.roundAt ?? drawAtOf(raffle)),
    lockAt: lockAt && moment(lockAt),
    entries: formatCount(totals.total, language),
    valid: formatCount(totals.valid, language),
    lock: draw && {
      hash: draw.lockHash,
      tickets: formatCount(draw.published.lock.tickets, language),
      link: new URL(`/raffle/${raffle.codeId}/draw`, origin).href,
      // Where the randomness of this round is published.
      relay: `${site.config.beaconRelays[0]}/${draw.published.lock.plan.chain}/public/${draw.published.lock.round}`,
      overdue: results === null && draw.roundAt.getTime() <= site.clock().getTime(),
    },
    prizes:
      results?.map(({ prizeCode, winners, reserves }) => ({
        prizeCode,
        name: names.get(prizeCode) ?? prizeCode,
        winners: winners.slice(0, SHOWN_WINNERS).map((ticket) => ({ ticket, holder: holders.get(ticket) ?? null })),
        more: Math.max(0, winners.length - SHOWN_WINNERS),
        reserves,
      })) ?? null,
  };
}

/** Winners of a prize that the desk shows. The transcript has all. */
const SHOWN_WINNERS = 100;

/** The tickets whose holders the desk names. */
export function shownWinners(draw: PublicDraw | null): number[] {
  if (!draw || !isDrawn(draw.published)) return [];
  return draw.published.results.flatMap(({ winners }) => winners.slice(0, SHOWN_WINNERS));
}

export type DrawDeskView = ReturnType<typeof drawDeskView>;
