import type { RaffleStatus } from "#src/raffles/limits.ts";
import type { SummaryView } from "../../page/views/raffle-view.ts";

/** A raffle as its organiser's card shows it. */
export type AdminRaffleView = SummaryView & { readonly status: RaffleStatus; readonly hasEntries: boolean };

/** A raffle that opens for this visitor without a code. */
export type OwnRaffleView = AdminRaffleView & {
  readonly desk: string;
  /** The ways to what is looked for most. Null for a helper, who has no desk. */
  readonly ways: { readonly update: string; readonly entries: string } | null;
  /** What the visitor's account is for it, unless its owner. */
  readonly role: string | null;
};
