/** What a watcher is to be told: the newest overview as JSON, that there is none, or that there will be no other. */
export type OverviewNews =
  | { readonly kind: "overview"; readonly json: string }
  | { readonly kind: "quiet" }
  | { readonly kind: "ended" };

/** One reader of a raffle's overview. */
export type OverviewWatcher = {
  /** The raffle's access seal when this reader proved to be its organiser. */
  readonly seal: string;
  /** Has news for the reader. A reader who is slow gets the newest, not all. */
  put(news: OverviewNews): void;
  /** Lets `news` come to its end. */
  stop(): void;
  /** What is to be told, until the watcher stops or is told that it ended. */
  news(): AsyncGenerator<OverviewNews, void>;
};

/** A watcher that holds its newest news until the reader has room for them. */
export function createOverviewWatcher(seal: string): OverviewWatcher {
  let waiting: OverviewNews | undefined;
  let told: string | undefined;
  let stopped = false;
  let wake = Promise.withResolvers<void>();

  return {
    seal,
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
