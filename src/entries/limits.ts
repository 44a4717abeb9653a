import { PERSON_LIMITS } from "./fields.ts";
/** The maximum of each field, in characters, or in items for lists. The database checks the same limits. */
export const ENTRY_LIMITS = {
  ...PERSON_LIMITS,
  note: 500,
  /** Of all notes of an entry together, in bytes: eight full ones, or a line for each of fifty prizes. */
  notesBytes: 4_096,
  /** Of a search text: as long as the longest field, since a longer text finds nothing. */
  fragment: 300,
  rules: 100,
  wishes: 100,
} as const;

/** The refusal of notes that are too long together; most letters take one byte. */
export const NOTES_TOO_LONG = { key: "notesTooLong", params: { max: ENTRY_LIMITS.notesBytes } } as const;

/** How many entries one page of the organiser's lists shows. */
export const ENTRIES_PER_PAGE = 50;

/** The most that a program gets at once (`?limit=`): a page of 200 is 120 KB. */
export const MAX_ENTRIES_PER_PAGE = 200;

/** In an address of the organiser's lists: the page that ends with the last entry. */
export const LAST_PAGE = "end";

/** The form's hidden field (honeypot): people leave it empty, and robots often fill it in. */
export const TRAP_FIELD = "homepage";

/** What a client sends as `altcha` that has solved no puzzle yet and can. */
export const PUZZLE_READY = "ready";
