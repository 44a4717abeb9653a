/** What the master list shows of an entry beside its person's name: the columns of the specification, and two more. */
export const USUAL_COLUMNS = ["contactInfo", "wishlist", "checklist", "validation", "drops", "entered"] as const;

/** All that can be chosen, in the table's order: also each piece of the contact info, which makes rows of one line. */
export const COLUMNS = [
  "contactInfo",
  "entryCode",
  "source",
  "email",
  "phone",
  "address",
  "wishlist",
  "checklist",
  "validation",
  "drops",
  "entered",
] as const;

export type Column = (typeof COLUMNS)[number];

/** The name of the boxes in the form, and of the cookie. */
export const COLUMNS_NAME = "columns";

export type ColumnChoice = readonly { readonly name: Column; readonly shown: boolean }[];
