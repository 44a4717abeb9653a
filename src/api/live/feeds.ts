import type { Logger } from "pino";

/** How long to wait before a retry after an error, such as a database that is away. */
const AFTER_ERROR_MS = 5000;

/** Where the events of a raffle come from. `Viewer` is what the source has to know of somebody who watches. */
export type FeedSource<Viewer> = {
  /** Reads the newest state, and sends it to all. It is never called twice at a time. */
  read(viewers: ReadonlySet<Viewer>): Promise<void>;
  /** Sends the state that was read last to somebody who just came. Returns whether nothing newer has to be read. */
  greet(viewer: Viewer): boolean;
  /** Keeps idle connections open. Returns whether to read anew, though nothing said that there was a change. */
  beat(viewers: ReadonlySet<Viewer>): boolean;
  /** Calls `changed` after each change, until the returned function is called. */
  subscribe(changed: () => void): () => void;
};

export type Feeds<Viewer> = {
  /** How many watch a raffle here. */
  count(raffle: string): number;
  /** @param open called if nobody watches this raffle here yet */
  join(raffle: string, viewer: Viewer, open: () => FeedSource<Viewer>): void;
  /** Says that somebody left. The source ends with the last. */
  leave(raffle: string, viewer: Viewer): void;
};

export type FeedOptions = {
  readonly log: Logger;
  readonly stopping: AbortSignal;
  /** The shortest interval between two reads of a raffle, in ms. Changes in between share the next read. */
  readonly readEveryMs: number;
  /** Proxies close an idle connection after a minute, some after half a minute. */
  readonly beatEveryMs: number;
  /** For the log. */
  readonly name: string;
};

/** Reads each raffle once for all who watch it in this process, and only while somebody does. */
export function createFeeds<Viewer extends { stop(): void }>(options: FeedOptions): Feeds<Viewer> {
  const feeds = new Map<string, Feed<Viewer>>();
  options.stopping.addEventListener("abort", () => {
    for (const { viewers } of [...feeds.values()]) for (const viewer of [...viewers]) viewer.stop();
  });
  return {
    count: (raffle) => feeds.get(raffle)?.viewers.size ?? 0,
    join(raffle, viewer, open) {
      const feed = feeds.get(raffle) ?? startFeed(open(), options);
      feeds.set(raffle, feed);
      feed.join(viewer);
    },
    leave(raffle, viewer) {
      const feed = feeds.get(raffle);
      if (!feed?.viewers.delete(viewer) || feed.viewers.size > 0) return;
      feed.close();
      feeds.delete(raffle);
    },
  };
}

type Feed<Viewer> = { readonly viewers: Set<Viewer>; join(viewer: Viewer): void; close(): void };

function startFeed<Viewer>(
  source: FeedSource<Viewer>,
  { log, readEveryMs, beatEveryMs, name }: FeedOptions,
): Feed<Viewer> {
  const viewers = new Set<Viewer>();
  let nextRead = 0;
  let reading = false;
  let changed = false;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    changed = true;
    if (!reading) timer ??= setTimeout(read, Math.max(0, nextRead - performance.now()));
  }

  async function read(): Promise<void> {
    timer = undefined;
    reading = true;
    changed = false;
    nextRead = performance.now() + readEveryMs;
    try {
      await source.read(viewers);
    } catch (err) {
      log.error({ err, feed: name }, "a live feed could not be read; trying again");
      changed = true;
      nextRead = performance.now() + AFTER_ERROR_MS;
    }
    reading = false;
    if (changed && viewers.size > 0) look();
  }

  const unsubscribe = source.subscribe(look);
  const pulse = setInterval(() => {
    if (source.beat(viewers)) look();
  }, beatEveryMs).unref();
  return {
    viewers,
    join(viewer) {
      viewers.add(viewer);
      if (!source.greet(viewer)) look();
    },
    close() {
      clearInterval(pulse);
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
