import type { Transcript } from "./protocol/transcript.ts";
import type { Replacement } from "./protocol/winners/replacements.ts";
import { isDrawn, type PublicDraw } from "./read.ts";

/** Winners of one prize, and of all prizes, that a page shows. The transcript has all. */
const SHOWN_OF_PRIZE = 100;
const SHOWN_IN_ALL = 1000;

/** How many winners of each prize a page shows, by the number of prizes. */
export function shownOfEach(prizes: number): number {
  return Math.min(SHOWN_OF_PRIZE, Math.floor(SHOWN_IN_ALL / prizes));
}

/** The latest replacements for a prize, as many as winners are shown. */
export function shownReplacements({ results, replacements }: Transcript, prizeCode: string): readonly Replacement[] {
  return replacements.filter((one) => one.prizeCode === prizeCode).slice(-shownOfEach(results.length));
}

/**
 * The tickets whose holders a page names: the first winners of each prize, and who came for others. None before the
 * draw.
 *
 * @param prizes of how many prizes everybody sees the winners
 */
export function namedTickets({ published }: Pick<PublicDraw, "published">, prizes: number): number[] {
  if (!isDrawn(published)) return [];
  const shown = shownOfEach(published.results.length);
  return published.results
    .slice(0, prizes)
    .flatMap(({ prizeCode, winners }) => [
      ...winners.slice(0, shown),
      ...shownReplacements(published, prizeCode).flatMap(({ to }) => to ?? []),
    ]);
}
