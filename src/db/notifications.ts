import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** Told with what was notified, or with null where some may have been missed: listening has just begun, maybe again. */
export type NewsListener = (payload: string | null) => void;

/** What the database tells (NOTIFY), by channel. */
export type Notifications = {
  /** @returns what ends the subscription */
  subscribe(channel: string, listener: NewsListener): () => void;
  /** Whether what is notified on a channel arrives at this moment. A connection that died in silence is not noticed. */
  listensTo(channel: string): boolean;
  /**
   * Settles when whatever was committed before was told to the subscribers, where the connection listens; soon also where
   * it is dead and nobody has noticed.
   */
  caughtUp(): Promise<void>;
  /** Closes the connection; nobody is told anything any more. Twice does no harm. */
  close(): Promise<void>;
};

export type NotificationOptions = {
  readonly connectionString: string;
  /** Told when the connection was lost or could not be made; another is tried. */
  readonly onLostConnection?: (error: Error) => void;
};

/** How long to wait before trying again, doubled with each failure: a database that restarts is back within seconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** An answer is a matter of a millisecond, and somebody waits for it. */
const LONGEST_CATCHING_UP_MS = 500;

/** One connection of this process that listens, opened for the first subscriber and made anew whenever it is lost. */
export function createNotifications(options: NotificationOptions): Notifications {
  const listeners = new Map<string, Set<NewsListener>>();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener("abort", () => resolve()));
  /** Settles once the connection in use listens to all that was asked for before; null while there is none. */
  let listening: { readonly client: pg.Client; after: Promise<void> } | null = null;
  /** The channels that the connection in use listens to. */
  const heard = new Set<string>();
  let running: Promise<void> | undefined;

  function tell(channel: string, payload: string | null): void {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener(payload);
  }

  async function listen(client: pg.Client, channel: string): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (listening?.client !== client) return;
    heard.add(channel);
    tell(channel, null);
  }

  /** Listens until the connection is lost, and throws why. */
  async function listenOnce(onListening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: options.connectionString,
      application_name: "tambiolo notifications",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // Nothing is ever asked over it, by which a dead connection would be noticed.
      keepAlive: true,
    });
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    client.on("error", lost.reject);
    client.on("end", () => lost.reject(new Error("the database closed the connection")));
    client.on("notification", ({ channel, payload = "" }) => tell(channel, payload));
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
      await Promise.race([lost.promise, closed]);
    } finally {
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
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
    }
  }

  /** A failure here is one of the connection, which is noticed there. */
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
    listensTo(channel) {
      return heard.has(channel);
    },
    async caughtUp() {
      // PostgreSQL hands over what waits for a connection before it answers the next question on it.
      const answered = listening?.client.query("select").catch(() => undefined);
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([answered, delay(LONGEST_CATCHING_UP_MS, undefined, { signal }).catch(() => undefined)]);
      waiting.abort();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
