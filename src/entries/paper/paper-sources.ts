import type { PublicRaffle } from "#src/raffles/schema.ts";

type Sourced = Pick<PublicRaffle, "sources">;

/** The source of entries from the site; the organiser names the others. */
export const WEB_SOURCE = "Online";

/** Slips are typed at a counter, whether or not the organiser thought of naming it. */
export const COUNTER_SOURCE = "Counter";

/** The sources that an organiser can give an entry: the raffle's own, and the counter. */
export function organiserSources({ sources }: Sourced): string[] {
  const isNamed = sources.some((source) => source.toLowerCase() === COUNTER_SOURCE.toLowerCase());
  return isNamed ? [...sources] : [...sources, COUNTER_SOURCE];
}

/** The sources that a slip of paper can have. */
export function paperSources(raffle: Sourced): string[] {
  return organiserSources(raffle).filter((source) => source !== WEB_SOURCE);
}
