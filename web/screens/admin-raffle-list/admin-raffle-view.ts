import type { RaffleStatus } from "#src/raffles/limits.ts";
import type { SummaryView } from "../../page/views/raffle-view.ts";

/** A raffle as its organiser's card shows it. */
export type AdminRaffleView = SummaryView & { readonly status: RaffleStatus; readonly hasEntries: boolean };

/** A raffle whose desk opens for this visitor without a code, and the ways to what is looked for most. */
export type OwnRaffleView = AdminRaffleView & {
  readonly desk: string;
  readonly entries: string;
  /** The entries that have not done every rule. */
  readonly missing: string;
};
