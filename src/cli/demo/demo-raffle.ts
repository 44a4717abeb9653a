import type { LinkRequirement, RaffleStatus } from "#src/raffles/limits.ts";

/** A raffle of the demonstration data, as an organiser would have typed it, and what its entries are made of. */
export type DemoRaffle = {
  readonly codeId: string;
  readonly accessCode: string;
  /** Days from the first loading: the raffle appeared so long before, is due and drawn so long after. */
  readonly days: { readonly since: number; readonly due: number; readonly draw: number };
  readonly entries: number;
  /** Where its entrants live. */
  readonly towns: readonly string[];
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
  readonly details: string;
  readonly worth: string;
  readonly numberOfWinners: number;
  /** What people who wish for it write beside it. */
  readonly notes: readonly string[];
};

export type DemoRule = { readonly details: string; readonly drops?: number };
