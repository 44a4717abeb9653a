import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** Knows whether the database has room for changes. */
export type RoomWatch = {
  /** Whether a change found no room, and none has found room since. */
  isFull(): boolean;
  /** Called when a change found no room: looks until there is some. */
  look(): void;
  stop(): void;
};

/** Pause between looks. Each needs a connection of its own, and somebody has to make room first. */
const LOOK_EVERY_MS = 1_000;
const LOOK_LIMIT_MS = 10_000;

/**
 * Writes a megabyte that goes with its transaction. It needs new blocks of the disk, as a crowd of entries soon does:
 * what fits into the free room of blocks that are there already proves nothing.
 */
const WRITE_SOMETHING = `create temporary table tambiolo_room on commit drop as
  select repeat(' ', 1000) as filling from generate_series(1, 1000)`;

/**
 * Watches whether the disk of a database has room. It looks only after `look` was called.
 *
 * @param onChange called with true when the disk is full, and with false when it has room again
 */
export function watchRoom(connectionString: string, onChange: (full: boolean) => void): RoomWatch {
  const stopping = new AbortController();
  let full = false;

  async function untilThere(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || !(await hasRoom(connectionString))) continue;
      full = false;
      onChange(full);
      return;
    }
  }

  return {
    isFull: () => full,
    look() {
      if (full) return;
      full = true;
      onChange(full);
      void untilThere();
    },
    stop: () => stopping.abort(),
  };
}

/** Whether a change is taken. A database that is away is no proof of room: PostgreSQL ends where its log has none. */
async function hasRoom(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: "tambiolo room",
    connectionTimeoutMillis: LOOK_LIMIT_MS,
    query_timeout: LOOK_LIMIT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(WRITE_SOMETHING);
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}
