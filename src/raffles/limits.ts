/**
 * The maximum of each part of a raffle, in characters, list items or as a number. The database checks the same. Texts
 * have theirs in `RAFFLE_FIELDS`, and those of prizes and rules in row-fields.ts.
 */
export const RAFFLE_LIMITS = {
  source: 60,
  sources: 50,
  prizes: 100,
  rules: 100,
  winners: 10_000,
  number: 1_000_000,
  drops: 100,
  times: 100,
} as const;

/** Days after the draw until entries are erased. Prizes are claimable for 60 days. The database checks the same. */
export const RETENTION_DAYS = { least: 60, most: 730, usual: 90 } as const;

/** Who is in play: who did all rules, any of them, or everybody. */
export const DRAW_REQUIREMENTS = ["all-rules", "any-rule", "none"] as const;
/** What a ticket's chances are: one each, or as many as its done rules are worth. */
export const DRAW_WEIGHTS = ["equal", "drops"] as const;
/** Whether one entry can win one prize or several. */
export const PRIZES_EACH = ["one", "several"] as const;
/** When winners are announced: with the draw, or with the end of its show. */
export const ANNOUNCEMENTS = ["at-once", "with-show"] as const;
/** Hours after a draw in which its winners are announced, however far its show is. */
export const ANNOUNCED_WITHIN_HOURS = 24;
/** Whether a raffle's page says how many are in the draw of each prize. */
export const LIVE_ODDS = ["hidden", "shown"] as const;
/** How many entries one mailbox may have. */
export const ENTRIES_PER_MAILBOX = ["any", "one"] as const;
/**
 * Why an organiser deletes an entry, as the log that anyone can read has it: a word of this list, because free text
 * could name somebody. Empty where no reason is given.
 */
export const REMOVAL_REASONS = ["", "asked", "duplicate", "mistake", "test", "rules"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/** Whom a prize is drawn among. */
export const PRIZE_POOLS = ["wished", "everyone", "wished-first"] as const;

/** The drawings for prizes without a picture, in public/prize-icons.svg. */
export const PRIZE_ICONS = [
  ...["gift", "basket", "bread", "cake", "cup", "meal", "fish", "flowers", "haircut"],
  ...["voucher", "phone", "bicycle", "house", "ticket"],
] as const;

/** Reserves of each prize. */
export const RESERVES = { least: 0, most: 20, usual: 2 } as const;
/** Days in which a winner can claim a prize. Philippine promotions give 60. */
export const CLAIM_DAYS = { least: 1, most: 365, usual: 60 } as const;
/** Minutes after the due date in which the organiser checks the entries, before the list locks by itself. */
export const CHECK_MINUTES = { least: 0, most: 10_080, usual: 120 } as const;
/** Minutes by which the published list is older than the randomness. The draw protocol wants one at least. */
export const LEAD_MINUTES = { least: 1, most: 10_080, usual: 60 } as const;
/** Days for which who won in a draw of the same owner is out. Entries are erased after 730 at the latest. */
export const PAUSE_DAYS = { least: 0, most: 730, usual: 0 } as const;
/** The most chances of which a prize is given by one or more: the draw protocol's limit. */
export const MAX_ODDS = 1_000_000;
/** What all rules may be worth together where drops are chances: the draw protocol's limit. */
export const MAX_CHANCES = 1000;

/**
 * Days after the draw until a raffle without entries is deleted. In these six weeks an organiser can move its dates to
 * use it again. Anybody can make raffles, so without a limit they would fill the disk.
 */
export const UNENTERED_DAYS = 42;

/** Days after the draw on which pages show "Winners will be announced soon!". People expect news within a week. */
export const WINNERS_SOON_DAYS = 7;

export const RAFFLE_STATUSES = ["Published", "Unpublished"] as const;
/** Which of the published raffles a visitor looks at. */
export const SHOWN_STATES = ["all", "open", "closed"] as const;
export const LINK_REQUIREMENTS = ["required", "optional", "not-asked"] as const;
/** Whether entrants give a profile where the organiser says nothing, in the form and in the API (0040). */
export const DEFAULT_LINK_REQUIREMENT: LinkRequirement = "optional";

export type Announcement = (typeof ANNOUNCEMENTS)[number];
export type RaffleStatus = (typeof RAFFLE_STATUSES)[number];
export type PrizeIcon = (typeof PRIZE_ICONS)[number];
export type ShownState = (typeof SHOWN_STATES)[number];
export type LinkRequirement = (typeof LINK_REQUIREMENTS)[number];

export const DEFAULT_SOURCES = ["Online"];
