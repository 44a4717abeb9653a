/** The most that each field holds; the database checks the same. Characters, or items for lists. */
export const ENTRY_LIMITS = {
  firstName: 100,
  lastName: 100,
  address: 300,
  phone: 40,
  email: 254,
  link: 200,
  note: 500,
  /** Of a search: a longer fragment than any field holds finds nothing. */
  fragment: 300,
  rules: 100,
  wishes: 100,
} as const;

export const ENTRY_CODE_LENGTH = 8;

/** The field of the form that nobody sees: people leave it empty, and robots like to fill it in. */
export const TRAP_FIELD = "homepage";

/** Of a robot puzzle's solution as it is sent, in characters; ours have 600. */
export const LONGEST_SOLUTION = 2_000;

/**
 * How many keys a browser derives, at least and at most, until it has solved a robot puzzle. With robot-puzzle.ts's cost
 * of each, Chromium on a desktop takes 0.3 to 0.6 s, on a phone three or four times as long; a robot's own program
 * takes a core some 0.3 s.
 */
export const PUZZLE_TRIES = { least: 3_000, most: 6_000 } as const;
