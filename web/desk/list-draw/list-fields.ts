import type { Repeated } from "#src/draws/from-list/check-names.ts";
import type { RepeatedName } from "#src/entries/listed/names.ts";

/** Prizes that the form has room for; more are for a raffle. */
export const PRIZES = 5;

/** The names of the form's fields of one prize, as refusals name them. */
export function prizeField(place: number, name: "name" | "numberOfWinners"): string {
  return `prizes.${place}.${name}`;
}

/** What was typed. */
export type TypedList = {
  readonly names: string;
  readonly repeated: Repeated;
  readonly name: string;
  readonly shopName: string;
  readonly prizes: readonly { readonly name: string; readonly numberOfWinners: string }[];
  readonly listed: boolean;
  readonly mayUse: boolean;
  /** The key of the page whose lock was pressed; empty before. */
  readonly key: string;
};

export type CheckedList = {
  /** Random, so that one press of the lock makes one draw. */
  readonly key: string;
  readonly text: string;
  readonly names: number;
  /** The first names that stand in the list more than once, and how many do so besides. */
  readonly repeated: readonly RepeatedName[];
  readonly moreRepeated: number;
  readonly winners: number;
};
