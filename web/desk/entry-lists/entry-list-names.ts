/** The two views of the entries. Each has an address of its own. */
export type ListView = "cards" | "table";

/** The name of the boxes of columns in the form, and of the cookie. */
export const COLUMNS_NAME = "columns";

/** Before the code of a chosen entry, in the name of its box. */
export const ENTRY = "entry.";
