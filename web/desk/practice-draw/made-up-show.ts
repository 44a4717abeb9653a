import { randomInt } from "node:crypto";
import { lastStep, revealedAt, type ShowState } from "#src/draws/show/rules.ts";

/** From Filipino legends and stories: they enter no raffle. */
const NAMES = ["Maria M.", "Juan T.", "Bernardo C.", "Ibong A.", "Pagong M.", "Matsing M.", "Malakas B.", "Maganda B."];
/** A practice of hundreds of winners shows nothing that one of a few does not. */
const MOST_WINNERS = 6;
const FEWEST_TICKETS = 200;

/**
 * The states of a show with made-up winners, from the draw to its end. Nothing of it is stored.
 *
 * @param show the raffle's own, of which name and prizes are taken
 */
export function madeUpShow(show: ShowState): ShowState[] {
  const tickets = Math.max(FEWEST_TICKETS, show.locked?.tickets ?? 0);
  const winners = show.prizes.map((prize) =>
    Array.from({ length: Math.min(prize.winners, MOST_WINNERS) }, () => ({
      ticket: randomInt(tickets) + 1,
      name: NAMES[randomInt(NAMES.length)] ?? null,
    })),
  );
  const practised = { ...show, locked: null, isDrawn: true };
  return Array.from({ length: lastStep(show.prizes.length) + 1 }, (_, step) => ({
    ...practised,
    step,
    prizes: show.prizes.map(({ name }, prize) => {
      const won = winners[prize] ?? [];
      return { name, winners: won.length, revealed: prize < revealedAt(step) ? { winners: won, more: 0 } : null };
    }),
  }));
}
