import { createConnection } from "node:net";
import type pg from "pg";
import { DatabaseAwayError, isConnectionLost, isDiskFull } from "../database-away.ts";
import { type Presence, watchPresence } from "../presence.ts";
import { watchRoom } from "./disk-room.ts";

/** What the query builder needs of a pool. */
export type Pool = Pick<pg.Pool, "connect" | "end" | "options">;

export type GuardedPool = {
  readonly pool: Pool;
  readonly presence: Presence;
};

/** Without any answer for this long while a query is pending, the database may be away: it is checked. */
const SILENCE_MS = 2_000;
const LISTEN_EVERY_MS = 500;
/** PostgreSQL's CancelRequest message: length, code, process id and secret key, four bytes each. */
const CANCEL_BYTES = 16;
const CANCEL_CODE = 80_877_102;
/** A cancellation is only a favour to the server: nobody waits for its arrival. */
const CANCEL_LIMIT_MS = 3_000;

/** A connection, the era in which it was opened (see `era`), and why it was lost. */
type Guarded = { readonly client: pg.PoolClient; readonly since: number; lost: Error | null };

/**
 * A pool that knows whether its database is there. While it is away, new connections and pending queries fail at once.
 * A connection that is lost, or was opened before the database was away, is never used again.
 *
 * @param listeners.presence called with the reason when the database is away, and with null when it is back
 * @param listeners.full called with true when its disk is full, and with false when it has room again
 */
export function guarding(
  pool: pg.Pool,
  connectionString: string,
  listeners: { readonly presence: (why: DatabaseAwayError | null) => void; readonly full: (full: boolean) => void },
): GuardedPool {
  const guarded = new WeakMap<pg.PoolClient, { readonly its: Guarded; readonly shown: pg.PoolClient }>();
  const opened = new WeakMap<pg.PoolClient, number>();
  const inUse = new Set<Guarded>();
  const waiting = new Set<(why: Error) => void>();
  /** Start times of pending queries and connection attempts, the oldest first. */
  const asked = new Set<{ readonly at: number }>();
  let answered = 0;
  let looked = 0;
  /** Counts how often the database was away, or replaced. */
  let era = 0;

  /** Begins a new era: connections opened before are not used any more. */
  function begin(why: DatabaseAwayError): void {
    era += 1;
    for (const one of inUse) lose(one, why);
  }

  const presence = watchPresence(connectionString, {
    away(why) {
      if (why) {
        for (const reject of waiting) reject(why);
        waiting.clear();
        begin(why);
      }
      listeners.presence(why);
    },
    replaced: () => begin(new DatabaseAwayError("another server answers in its place")),
  });
  const room = watchRoom(connectionString, listeners.full);
  // A connection that nobody uses was lost: the next visitor should not be the one to find out.
  pool.on("error", () => presence.look());
  pool.once("connect", () => presence.remember());
  // The era is recorded at opening: connections are opened in advance (openAll), perhaps long before their first use.
  pool.on("connect", (client) => opened.set(client, era));

  const listening = setInterval(() => {
    const [oldest] = asked;
    if (!oldest || performance.now() - Math.max(oldest.at, answered, looked) < SILENCE_MS) return;
    looked = performance.now();
    presence.look();
  }, LISTEN_EVERY_MS).unref();

  function lose(one: Guarded, why: Error): void {
    if (one.lost) return;
    one.lost = why;
    // Closes the connection at once if a statement is pending, and so makes the statement fail.
    one.client.end().catch(() => undefined);
  }

  async function timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const mark = { at: performance.now() };
    asked.add(mark);
    try {
      return await work();
    } finally {
      asked.delete(mark);
    }
  }

  function guard(client: pg.PoolClient) {
    const its: Guarded = { client, since: opened.get(client) ?? era, lost: null };
    const ask = client.query.bind(client) as (...query: unknown[]) => Promise<unknown>;
    const query = async (...what: unknown[]) => {
      if (its.lost) throw its.lost;
      try {
        const result = await timed(() => ask(...what));
        answered = performance.now();
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) {
          answered = performance.now();
          if (isDiskFull(error)) room.look();
          throw error;
        }
        const why = its.lost ?? (error as Error);
        if ((error as Error).message === "Query read timeout") cancel(client);
        lose(its, why);
        presence.look();
        throw why;
      }
    };
    const release = (error?: Error | boolean) => {
      inUse.delete(its);
      client.release(its.lost ?? error);
    };
    const shown = Object.create(client, { query: { value: query }, release: { value: release } }) as pg.PoolClient;
    const known = { its, shown };
    guarded.set(client, known);
    return known;
  }

  /** Takes a connection of the pool. Rejects as soon as the database is known to be away. */
  function take(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      timed(() => pool.connect()).then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
        (error) => {
          waiting.delete(reject);
          if (isConnectionLost(error)) presence.look();
          reject(error);
        },
      );
    });
  }

  return {
    presence: {
      isAway: presence.isAway,
      isFull: room.isFull,
      isInDoubt: () => presence.isInDoubt() || room.isFull(),
    },
    pool: {
      options: pool.options,
      async connect() {
        for (;;) {
          const why = presence.why();
          // A new error, so that its stack trace shows this caller.
          if (why) throw new DatabaseAwayError(why.reason);
          const client = await take();
          const { its, shown } = guarded.get(client) ?? guard(client);
          if (its.since === era) {
            inUse.add(its);
            return shown;
          }
          // Opened before the database was away or replaced: its server may be gone and never answer.
          client.release(true);
        }
      },
      async end() {
        clearInterval(listening);
        presence.stop();
        room.stop();
        await pool.end();
      },
    } as Pool,
  };
}

/**
 * Asks the server to end the statement of a connection that is given up. A statement that waits for a standby would
 * otherwise occupy one of the server's connections for as long as it waits.
 */
function cancel(client: pg.PoolClient): void {
  const { processID, secretKey, host, port } = client as unknown as Record<string, unknown>;
  if (typeof processID !== "number" || typeof secretKey !== "number" || typeof host !== "string") return;
  const message = Buffer.alloc(CANCEL_BYTES);
  message.writeInt32BE(CANCEL_BYTES, 0);
  message.writeInt32BE(CANCEL_CODE, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const at = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
  const socket = createConnection(at, () => socket.end(message));
  socket.on("error", () => undefined).setTimeout(CANCEL_LIMIT_MS, () => socket.destroy());
}
