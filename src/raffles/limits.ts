/**
 * The maximum of each part of a raffle, in characters, list items or as a number. The database checks the same. Its own
 * texts have theirs in `RAFFLE_FIELDS`.
 */
export const RAFFLE_LIMITS = {
  source: 60,
  sources: 50,
  prizes: 100,
  rules: 100,
  prizeCode: 40,
  prizeName: 120,
  prizeDetails: 2000,
  worth: 20,
  winners: 10_000,
  number: 1_000_000,
  ruleDetails: 1000,
  drops: 100,
} as const;

/** Days after the draw until entries are erased. Prizes are claimable for 60 days. The database checks the same. */
export const RETENTION_DAYS = { least: 60, most: 730, usual: 90 } as const;

/**
 * Days after the draw until a raffle without entries is deleted. In these six weeks an organiser can move its dates to
 * use it again. Anybody can make raffles, so without a limit they would fill the disk.
 */
export const UNENTERED_DAYS = 42;

/** Days after the draw on which pages show "Winners will be announced soon!". People expect news within a week. */
export const WINNERS_SOON_DAYS = 7;

export const RAFFLE_STATUSES = ["Published", "Unpublished"] as const;
export const LINK_REQUIREMENTS = ["required", "optional", "not-asked"] as const;

export type RaffleStatus = (typeof RAFFLE_STATUSES)[number];
export type LinkRequirement = (typeof LINK_REQUIREMENTS)[number];

export const DEFAULT_SOURCES = ["Online"];
