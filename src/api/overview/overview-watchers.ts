import type { StreamHolder } from "#src/access/stream-rights.ts";

/** An event for a watcher: the newest overview as JSON, `quiet` (keep-alive), or `ended` (no more events). */
export type OverviewNews =
  | { readonly kind: "overview"; readonly json: string }
  | { readonly kind: "quiet" }
  | { readonly kind: "ended" };

/** One client that reads a raffle's overview. */
export type OverviewWatcher = {
  /** What it has proved. */
  readonly holder: StreamHolder;
  /** Queues an event. A slow client gets only the newest one. */
  put(news: OverviewNews): void;
  /** Ends `news`. */
  stop(): void;
  /** The events, until the watcher stops or after `ended`. */
  news(): AsyncGenerator<OverviewNews, void>;
};

/** A watcher that buffers only the newest event until the client reads it. */
export function createOverviewWatcher(holder: StreamHolder): OverviewWatcher {
  let waiting: OverviewNews | undefined;
  let told: string | undefined;
  let stopped = false;
  let wake = Promise.withResolvers<void>();

  return {
    holder,
    put(news) {
      if (stopped || (news.kind === "overview" && news.json === told)) return;
      if (news.kind === "quiet" && waiting) return;
      if (news.kind === "overview") told = news.json;
      waiting = news;
      wake.resolve();
    },
    stop() {
      stopped = true;
      wake.resolve();
    },
    async *news() {
      while (!stopped) {
        await wake.promise;
        wake = Promise.withResolvers();
        const next = waiting;
        waiting = undefined;
        if (stopped || !next) continue;
        yield next;
        if (next.kind === "ended") return;
      }
    },
  };
}
