import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DatabaseAwayError, isConnectionLost } from "./database-away.ts";

/** Whether the database is usable, as far as this process knows. */
export type Presence = {
  /** Whether it is known to be away: queries fail at once. */
  isAway(): boolean;
  /** Whether it had no room for a change, and has not been seen to have room since. It can still be read. */
  isFull(): boolean;
  /** Whether it is away or full, or `look` was called within DOUBT_MS: then that most likely causes any failure. */
  isInDoubt(): boolean;
};

export type PresenceWatch = Omit<Presence, "isFull"> & {
  /** Why it is away; null while it is there. */
  readonly why: () => DatabaseAwayError | null;
  /** Checks at once, and repeats until the database is there. */
  look(): void;
  /** Records which server is there, so that a replacement is noticed later. */
  remember(): void;
  stop(): void;
};

/** Pause between checks while the database is away: short, so that its return is noticed soon. */
const LOOK_EVERY_MS = 250;
/** A server that is there answers in milliseconds; one on another continent in a second. */
const LOOK_LIMIT_MS = 3_000;
/** A limit that ends this much too late says that this process itself stood still, and nothing of the server. */
const STOOD_STILL_MS = 500;
/** By then, all requests that were under way when a connection was lost have failed and been answered. */
const DOUBT_MS = 5_000;

/**
 * Knows whether a server that accepts changes is at an address. It checks on its own connection, and only when `look`
 * or `remember` is called.
 *
 * @param listeners.away called with the reason when the database is away, and with null when it is back
 * @param listeners.replaced called when another server, or the same one restarted, answers at the address: connections
 *   opened before are dead
 */
export function watchPresence(
  connectionString: string,
  listeners: { readonly away: (why: DatabaseAwayError | null) => void; readonly replaced: () => void },
): PresenceWatch {
  const stopping = new AbortController();
  let why: DatabaseAwayError | null = null;
  let looking = false;
  let doubtedUntil = 0;

  let known: string | undefined;

  async function untilThere(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await lookAt(connectionString);
      if (stopping.signal.aborted) return;
      const had = why;
      why = found.failure === undefined ? null : (had ?? new DatabaseAwayError(found.failure));
      if (why !== had) {
        doubtedUntil = performance.now() + DOUBT_MS;
        listeners.away(why);
      }
      if (why === null) return notice(found.server);
      await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  function notice(server: string | undefined): void {
    if (server === undefined) return;
    const isOther = known !== undefined && known !== server;
    known = server;
    if (isOther) listeners.replaced();
  }

  function start(): void {
    if (looking) return;
    looking = true;
    void untilThere().finally(() => {
      looking = false;
    });
  }

  return {
    isAway: () => why !== null,
    isInDoubt: () => why !== null || performance.now() < doubtedUntil,
    why: () => why,
    look() {
      doubtedUntil = performance.now() + DOUBT_MS;
      start();
    },
    remember: start,
    stop: () => stopping.abort(),
  };
}

/** `server`: the server's start time, which identifies it, if known. `failure`: why the database is not usable. */
type Found = { readonly failure?: string; readonly server?: string };

async function lookAt(connectionString: string): Promise<Found> {
  const began = performance.now();
  const found = await lookOnce(connectionString);
  // After a pause of the whole machine, limits that have passed are noticed before the answers that came in time.
  const stoodStill = performance.now() - began > LOOK_LIMIT_MS + STOOD_STILL_MS;
  return found.failure !== undefined && stoodStill ? lookOnce(connectionString) : found;
}

async function lookOnce(connectionString: string): Promise<Found> {
  const client = new pg.Client({
    connectionString,
    application_name: "tambiolo presence",
    connectionTimeoutMillis: LOOK_LIMIT_MS,
    query_timeout: LOOK_LIMIT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; server: string }>(
      "select pg_is_in_recovery() as standby, pg_postmaster_start_time()::text as server",
    );
    const [row] = rows;
    return row?.standby ? { failure: "it is a standby, which takes no changes" } : { server: row?.server ?? "" };
  } catch (error) {
    // Any other error is an answer, so the server is there.
    return isConnectionLost(error) ? { failure: (error as Error).message || "the connection was refused" } : {};
  } finally {
    client.end().catch(() => undefined);
  }
}
