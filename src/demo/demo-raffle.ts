import type { Clock } from "#src/base/clock.ts";
import type { Database } from "#src/db/connect.ts";
import type { Replacement } from "#src/draws/protocol/winners/replacements.ts";
import type {
  Announcement,
  DRAW_REQUIREMENTS,
  DRAW_WEIGHTS,
  ENTRIES_PER_MAILBOX,
  LIVE_ODDS,
  LinkRequirement,
  PRIZE_POOLS,
  PrizeIcon,
  RaffleStatus,
  RemovalReason,
} from "#src/raffles/limits.ts";
import type { Proof } from "#src/raffles/proof/ways.ts";
import data from "./raffles.json" with { type: "json" };

/** What the demonstration data is loaded into. */
export type DemoSite = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly config: { readonly origin: string };
};

/** A drawing of our own, in demo-pictures.ts. */
export type DemoDrawing = "loom" | "shawl" | "boat" | "mask" | "field";

/** A raffle of the demonstration data, as an organiser would type it, and the source data of its entries. */
export type DemoRaffle = {
  readonly codeId: string;
  readonly accessCode: string;
  /** An account of the shop's name owns it. Nobody can log in to it: it has no password. */
  readonly account?: true;
  /** The shop's thanks to everybody. */
  readonly thanks?: string;
  /**
   * In days from the first loading: the raffle appeared `since` days before; it is due, drawn and, if it still waits,
   * published that many days after.
   */
  readonly days: { readonly since: number; readonly due: number; readonly draw: number; readonly publish?: number };
  /** The list is locked when the raffle is loaded. */
  readonly locked?: true;
  /** A raffle of the past, drawn by randomness that was published then. Its days are counted from its draw. */
  readonly drawn?: {
    readonly lockedAt: string;
    readonly dueDate: string;
    readonly drawDate: string;
    readonly beacon: string;
  };
  /** Winners of a drawn raffle who gave way to the next in line, by their place among the prize's winners. */
  readonly replaced?: readonly {
    readonly prizeCode: string;
    readonly winner: number;
    readonly reason: Replacement["reason"];
    readonly note: string;
    readonly at: string;
  }[];
  /** Winners who are announced to be replaced, since so many hours before the first loading. */
  readonly announced?: readonly {
    readonly prizeCode: string;
    readonly winner: number;
    readonly reason: Replacement["reason"];
    readonly note: string;
    readonly hoursAgo: number;
  }[];
  /**
   * Winners of a drawn raffle who claimed their prize, by their place among its winners, and when it was handed over.
   */
  readonly claimed?: readonly {
    readonly prizeCode: string;
    readonly winner: number;
    readonly way: "delivery" | "pick-up";
    readonly day: string;
    readonly at: string;
    readonly handedOverAt?: string;
    /** What the winner says to everybody, and the shop shows. */
    readonly says?: string;
  }[];
  /** Winners who wait for the show are drawn when the raffle is loaded: they wait a day. */
  readonly announce?: Announcement;
  readonly entries: number;
  /** The names of a draw from a list, in their order. Nobody entered it. */
  readonly names?: readonly string[];
  readonly checkMinutes?: number;
  readonly leadMinutes?: number;
  /** The share of entries that wish for nothing; 0 without it. */
  readonly wishless?: number;
  /** Entries, by their place, and the stations whose stamps they have, by number. */
  readonly stamped?: readonly { readonly entry: number; readonly stations: readonly number[] }[];
  /** Entries, by their place, and how many codes they redeemed. */
  readonly redeemed?: readonly { readonly entry: number; readonly codes: number }[];
  /** Entries, by their place, that sent a photo of a receipt, and whether the shop accepted it. */
  readonly photographed?: readonly { readonly entry: number; readonly number: string; readonly accepted: boolean }[];
  /** How many further entries the first person made, each spelt in another way. */
  readonly respelled?: number;
  /** Entries, by their place, that were taken out of play. */
  readonly disqualified?: readonly { readonly entry: number; readonly reason: string }[];
  /** Entries, by their place, that were removed before the lock. */
  readonly gone?: readonly {
    readonly entry: number;
    readonly by: "entrant" | "shop";
    readonly reason?: RemovalReason;
  }[];
  readonly entriesPerMailbox?: (typeof ENTRIES_PER_MAILBOX)[number];
  readonly liveOdds?: (typeof LIVE_ODDS)[number];
  readonly drawRequires?: (typeof DRAW_REQUIREMENTS)[number];
  readonly drawWeight?: (typeof DRAW_WEIGHTS)[number];
  readonly logo?: DemoDrawing;
  readonly banner?: DemoDrawing;
  /** Where its entrants live. */
  readonly towns: readonly string[];
  readonly shopName: string;
  readonly shopPlace: string;
  readonly shopContact: string;
  readonly accentColor: string;
  readonly name: string;
  readonly details: string;
  readonly status: RaffleStatus;
  readonly sources: readonly string[];
  readonly facebookLink: LinkRequirement;
  readonly instagramLink: LinkRequirement;
  readonly prizes: readonly DemoPrize[];
  readonly rules: readonly DemoRule[];
};

export type DemoPrize = {
  readonly prizeCode: string;
  readonly name: string;
  /** Without one it is a gift. */
  readonly icon?: PrizeIcon;
  readonly drawing?: DemoDrawing;
  readonly pool?: (typeof PRIZE_POOLS)[number];
  /** It is given away with a chance of one in so many. */
  readonly oddsOf?: number;
  readonly details: string;
  readonly worth: string;
  readonly numberOfWinners: number;
  /** Notes that entrants write when they wish for the prize. */
  readonly notes: readonly string[];
};

export type DemoRule = {
  readonly details: string;
  readonly drops?: number;
  readonly proof?: Proof;
  readonly maxTimes?: number;
  /** How many of its stations earn it. */
  readonly needs?: number;
  readonly stations?: readonly { readonly name: string; readonly place: string }[];
  /** How many codes are handed out for it. */
  readonly codes?: number;
};

/**
 * As raffles.json has it: with `copies`, a prize stands for so many, and `{{number}}` in its name for each one's
 * number.
 */
type PrizeData = DemoPrize & { readonly copies?: number };
type RaffleData = Omit<DemoRaffle, "prizes"> & { readonly prizes: readonly PrizeData[] };

/**
 * Each batch is drawn after the one before it, so that the entries of raffles which sites have already stay the same.
 */
export const BATCHES: readonly (readonly DemoRaffle[])[] = (data as readonly (readonly RaffleData[])[]).map((batch) =>
  batch.map((raffle) => ({ ...raffle, prizes: raffle.prizes.flatMap(copiesOf) })),
);

export const demoRaffles: readonly DemoRaffle[] = BATCHES.flat();

function copiesOf({ copies, ...prize }: PrizeData): readonly DemoPrize[] {
  if (copies === undefined) return [prize];
  return Array.from({ length: copies }, (_, index) => ({
    ...prize,
    prizeCode: `${prize.prizeCode}${index + 1}`,
    name: prize.name.replace("{{number}}", String(index + 1)),
  }));
}
