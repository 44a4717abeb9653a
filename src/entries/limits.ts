import { PERSON_LIMITS } from "./fields.ts";
/** The maximum of each field, in characters, or in items for lists. The database checks the same limits. */
export const ENTRY_LIMITS = {
  ...PERSON_LIMITS,
  note: 500,
  /** Of a search text: as long as the longest field, since a longer text finds nothing. */
  fragment: 300,
  rules: 100,
  wishes: 100,
} as const;

/** How many entries one page of the organiser's lists shows. */
export const ENTRIES_PER_PAGE = 50;

/** In an address of the organiser's lists: the page that ends with the last entry. */
export const LAST_PAGE = "end";

/** The form's hidden field (honeypot): people leave it empty, and robots often fill it in. */
export const TRAP_FIELD = "homepage";
