import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DatabaseAwayError } from "./database-away.ts";

/** Called with each payload, and with null when listening begins (again): notifications may have been missed. */
export type NewsListener = (payload: string | null) => void;

/** PostgreSQL's notifications (LISTEN, NOTIFY), by channel. */
export type Notifications = {
  /** @returns a function that ends the subscription */
  subscribe(channel: string, listener: NewsListener): () => void;
  /** Whether a channel's notifications arrive now. A connection that died silently is noticed within seconds. */
  isListeningTo(channel: string): boolean;
  /**
   * Resolves when the listeners have the notifications of all earlier commits. Resolves after MAX_CATCH_UP_MS at the
   * latest, for example on a dead connection, and at once without a connection.
   */
  waitUntilNotified(): Promise<void>;
  /** Closes the connection; no listener is called afterwards. Safe to call twice. */
  close(): Promise<void>;
};

export type NotificationOptions = {
  readonly connectionString: string;
  /** Called when the connection was lost or could not be made; another is tried. */
  readonly onLostConnection?: (error: Error) => void;
};

/** Backoff before the next connection, doubled with each failure: a restarting database is back within seconds. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** The connection sends no other queries, so only a heartbeat notices that it died silently or leads to a standby. */
const HEARTBEAT_EVERY_MS = 5_000;
const HEARTBEAT_LIMIT_MS = 5_000;
/** A response waits for this answer, which normally takes about a millisecond. */
const MAX_CATCH_UP_MS = 500;

/** Checks every few seconds that the server still accepts changes. Throws if it does not, or does not answer. */
async function beat(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    if (rows[0]?.standby) throw new DatabaseAwayError("it is a standby, which tells nothing");
    await delay(HEARTBEAT_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The one listening connection of this process. It opens for the first subscriber, and again whenever it is lost. */
export function createNotifications(options: NotificationOptions): Notifications {
  const listeners = new Map<string, Set<NewsListener>>();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener("abort", () => resolve()));
  /** `after` resolves once the current connection listens to all channels requested so far. Null: no connection. */
  let listening: { readonly client: pg.Client; after: Promise<void> } | null = null;
  /** The channels that the current connection listens to. */
  const heard = new Set<string>();
  let running: Promise<void> | undefined;

  function notify(channel: string, payload: string | null): void {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener(payload);
  }

  async function listen(client: pg.Client, channel: string): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (listening?.client !== client) return;
    heard.add(channel);
    notify(channel, null);
  }

  /** Listens until `close` is called. Throws the reason when the connection is lost before. */
  async function listenOnce(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: options.connectionString,
      application_name: "tambiolo notifications",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: HEARTBEAT_LIMIT_MS,
      keepAlive: true,
    });
    const quiet = new AbortController();
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    client.on("error", lost.reject);
    client.on("end", () => lost.reject(new Error("the database closed the connection")));
    client.on("notification", ({ channel, payload = "" }) => notify(channel, payload));
    try {
      await client.connect();
      const channels = [...listeners.keys()];
      const begin = Promise.withResolvers<void>();
      const first = begin.promise.then(async () => {
        for (const channel of channels) await listen(client, channel);
      });
      listening = { client, after: first };
      begin.resolve();
      await first;
      onListening();
      await Promise.race([lost.promise, closed, beat(client, quiet.signal)]);
    } finally {
      quiet.abort();
      listening = null;
      heard.clear();
      await client.end().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!closing.signal.aborted) {
      try {
        await listenOnce(() => {
          wait = FIRST_WAIT_MS;
        });
      } catch (error) {
        if (closing.signal.aborted) return;
        options.onLostConnection?.(error as Error);
        await delay(wait, undefined, { signal: closing.signal }).catch(() => undefined);
        wait = Math.min(wait * 2, MAX_WAIT_MS);
      }
    }
  }

  /** Ignores errors: a failure here means a broken connection, which `listenOnce` notices. */
  function listenAlso(channel: string): void {
    const current = listening;
    if (!current) return;
    current.after = current.after.then(() => listen(current.client, channel)).catch(() => undefined);
  }

  return {
    subscribe(channel, listener) {
      const known = listeners.get(channel);
      const ofChannel = known ?? new Set();
      listeners.set(channel, ofChannel);
      ofChannel.add(listener);
      if (!known) listenAlso(channel);
      if (!closing.signal.aborted) running ??= run();
      return () => {
        ofChannel.delete(listener);
      };
    },
    isListeningTo(channel) {
      return heard.has(channel);
    },
    async waitUntilNotified() {
      // PostgreSQL delivers a connection's pending notifications before it answers the next query on it.
      const answered = listening?.client.query("select").catch(() => undefined);
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([answered, delay(MAX_CATCH_UP_MS, undefined, { signal }).catch(() => undefined)]);
      waiting.abort();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
