/** The most that each field holds; the database checks the same. Characters, or items for lists. */
export const RAFFLE_LIMITS = {
  name: 120,
  details: 5000,
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

/** Days after the draw for which entries are kept; the database checks the same. A prize stays claimable for 60. */
export const RETENTION_DAYS = { least: 60, most: 730, usual: 90 } as const;

export const RAFFLE_STATUSES = ["Published", "Unpublished"] as const;
export const LINK_REQUIREMENTS = ["required", "optional", "not-asked"] as const;

export type RaffleStatus = (typeof RAFFLE_STATUSES)[number];
export type LinkRequirement = (typeof LINK_REQUIREMENTS)[number];

export const DEFAULT_SOURCES = ["Online"];
