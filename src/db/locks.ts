/**
 * The numbers of all advisory locks, in one place so that no two of one database are equal by accident. No other user
 * of the same database is likely to lock them. Never change one: sites of two versions run side by side during an
 * upgrade.
 */
export const LOCKS = {
  /** Migrates the database. */
  migrations: 7_264_201_001,
  /** Fills the search index of entries. */
  searchIndex: 7_264_201_002,
  /** Holds the bundled server's folder. It is locked in the database `postgres`, where nothing else locks. */
  dataFolder: 7_264_201_002,
  /** Works on an uploaded picture. */
  pictures: 7_264_201_018,
  /** Counts the storage that uploaded lists of entries use. */
  importRoom: 7_264_201_023,
  /** Locks a raffle's list: the seed of a hash of the raffle's id. */
  drawLists: 7_264_201_024,
  /** Keeps a raffle's list from being locked, where the database is sharded: the seed of a hash of the raffle's id. */
  unlockedLists: 7_264_201_025,
  /** Adds to the append-only log. */
  log: 7_264_201_026,
} as const;
