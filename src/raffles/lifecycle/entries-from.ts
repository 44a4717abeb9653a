/** Where a raffle's entries come from: people fill in a form, or its organiser had a list of names. */
export const ENTRIES_FROM = ["form", "list"] as const;
export type EntriesFrom = (typeof ENTRIES_FROM)[number];

/** What people can do with a raffle, besides reading it and checking its draw. */
export type PeopleCan = {
  /** Fill in the entry form. */
  readonly enter: boolean;
  /** Open an entry by its code, which they were given when they entered; claim what it won there. */
  readonly lookUp: boolean;
};

const BY_FORM: PeopleCan = { enter: true, lookUp: true };
const BY_LIST: PeopleCan = { enter: false, lookUp: false };

/** Decides what people can do with a raffle. Of a list the site knows names alone, and nobody in it has a code. */
export function peopleCan({ entriesFrom }: { readonly entriesFrom: EntriesFrom }): PeopleCan {
  return entriesFrom === "list" ? BY_LIST : BY_FORM;
}
