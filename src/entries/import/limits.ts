/** Limits of one file of paper entries, and of all stored files. */
export const IMPORT_LIMITS = {
  /** Bytes of one file. The database has the same limit. */
  bytes: 2 * 1024 * 1024,
  lines: 5000,
  /** A list of entries has ten columns; columns beyond this number are ignored. */
  columns: 50,
  /** Stored files per raffle: with the limit of bytes, 6 MB. */
  stored: 3,
  /** Bytes of all waiting files of the site: a small server's disk has room for that. */
  waitingBytes: 256 * 1024 * 1024,
  /** Bytes of waiting files from one network: a dozen large files, or a hundred usual ones. */
  senderBytes: 24 * 1024 * 1024,
  fileName: 100,
} as const;

/** Invalid lines that are shown. Further ones are only counted: mostly they have the same cause. */
export const BAD_LINES_SHOWN = 100;
