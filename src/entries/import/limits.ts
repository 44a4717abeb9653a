/** What one file of paper entries may hold, and how many files wait beside each other. */
export const IMPORT_LIMITS = {
  /** The database has the same limit. */
  bytes: 2 * 1024 * 1024,
  lines: 5000,
  /** A list of entries has ten; columns further to the right are left alone. */
  columns: 50,
  /** Files that a raffle keeps at once. */
  kept: 3,
  fileName: 100,
} as const;

/** More bad lines are counted, not shown: they mostly have one cause. */
export const BAD_LINES_SHOWN = 100;
