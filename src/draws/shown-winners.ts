import { isDrawn, type PublicDraw } from "./read.ts";

/** Winners of one prize, and of all prizes, that a page shows. The transcript has all. */
const SHOWN_OF_PRIZE = 100;
const SHOWN_IN_ALL = 1000;

/** How many winners of each prize a page shows, by the number of prizes. */
export function shownOfEach(prizes: number): number {
  return Math.min(SHOWN_OF_PRIZE, Math.floor(SHOWN_IN_ALL / prizes));
}

/** The tickets whose holders a page names: the first winners of each prize. None before the draw. */
export function namedTickets({ published }: Pick<PublicDraw, "published">): number[] {
  if (!isDrawn(published)) return [];
  const shown = shownOfEach(published.results.length);
  return published.results.flatMap(({ winners }) => winners.slice(0, shown));
}
