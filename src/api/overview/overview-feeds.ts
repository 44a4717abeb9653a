import type { Logger } from "pino";
import type { OrganiserScope } from "#src/access/scope.ts";
import { readStreamRights } from "#src/access/stream-rights.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { COUNTS_CHANNEL } from "#src/entries/lists/search-index.ts";
import { readOverview } from "#src/entries/stats/overview.ts";
import type { Site } from "#src/http/site.ts";
import { createOverviewSeats } from "./overview-seats.ts";
import { createOverviewWatcher, type OverviewWatcher } from "./overview-watchers.ts";

/** Streams per raffle: enough for a shop's staff and their open tabs. */
const MAX_PER_RAFFLE = 20;
/** Streams per process: each holds a connection and some kilobytes. */
const MAX_PER_PROCESS = 500;
/** The shortest interval between two reads: nobody can read numbers that change faster. */
const READ_EVERY_MS = 1000;
/** Keep-alive interval: proxies close an idle connection after a minute, some after half a minute. */
const QUIET_EVERY_MS = 25_000;
/** How long to wait before a retry after an error, such as a database that is away. */
const AFTER_ERROR_MS = 5000;

export type OverviewFeeds = {
  /**
   * Streams a raffle's overview to an organiser: at once, and after every change.
   *
   * @param seal the raffle's access seal, read before the proof of `scope`
   * @param network the organiser's network
   * @returns the events, and a function that ends them; refusal: `too-many-watchers`, by the limits per raffle and per
   *   network, or when the site stops
   */
  watch(
    scope: OrganiserScope,
    seal: string,
    network: string,
  ): Outcome<Pick<OverviewWatcher, "news" | "stop">, Refusal<"too-many-watchers">>;
};

type Feed = {
  readonly watchers: Set<OverviewWatcher>;
  join(watcher: OverviewWatcher): void;
  close(): void;
};

/** Reads each raffle's overview once for all its watchers, and only while there is one. */
export function createOverviewFeeds(site: Site, log: Logger): OverviewFeeds {
  const feeds = new Map<string, Feed>();
  const seats = createOverviewSeats(MAX_PER_PROCESS);
  site.stopping.addEventListener("abort", () => {
    for (const { watchers } of [...feeds.values()]) for (const watcher of [...watchers]) watcher.stop();
  });

  return {
    watch(scope, seal, network) {
      const known = feeds.get(scope.raffleId);
      const taker = { network, isOwner: scope.userId !== null };
      const full = (known?.watchers.size ?? 0) >= MAX_PER_RAFFLE || !seats.hasFor(taker);
      if (full || site.stopping.aborted) return refuse({ reason: "too-many-watchers" });
      const feed = known ?? startFeed(site, log, scope);
      feeds.set(scope.raffleId, feed);
      const watcher = createOverviewWatcher({ seal, userId: scope.userId, tokenId: scope.tokenId });
      feed.join(watcher);
      const leave = seats.take(taker, watcher.stop);
      return accept({
        news: watcher.news,
        stop() {
          watcher.stop();
          if (!feed.watchers.delete(watcher)) return;
          leave();
          if (feed.watchers.size > 0) return;
          feed.close();
          feeds.delete(scope.raffleId);
        },
      });
    },
  };
}

function startFeed(site: Site, log: Logger, scope: OrganiserScope): Feed {
  const watchers = new Set<OverviewWatcher>();
  let newest: { readonly may: Awaited<ReturnType<typeof readStreamRights>>; readonly json: string } | undefined;
  let nextRead = 0;
  let reading = false;
  let changed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Schedules a read; changes that come before it share it. */
  function look(): void {
    changed = true;
    if (reading || timer) return;
    timer = setTimeout(read, Math.max(0, nextRead - performance.now()));
  }

  async function read(): Promise<void> {
    timer = undefined;
    reading = true;
    changed = false;
    nextRead = performance.now() + READ_EVERY_MS;
    try {
      const json = JSON.stringify(await readOverview(site.db, scope, site.config.timeZone));
      // Read after the numbers, so that none are sent from after a renewal of the access code or a removal.
      const holders = [...watchers].map(({ holder }) => holder);
      const may = await readStreamRights(site.db, scope.raffleId, site.clock(), holders);
      newest = { may, json };
      for (const watcher of watchers) watcher.put(may(watcher.holder) ? { kind: "overview", json } : { kind: "ended" });
    } catch (err) {
      log.error({ err }, "an overview could not be read; trying again");
      changed = true;
      nextRead = performance.now() + AFTER_ERROR_MS;
    }
    reading = false;
    if (changed && watchers.size > 0) look();
  }

  const unsubscribe = site.notifications.subscribe(COUNTS_CHANNEL, (raffleId) => {
    if (raffleId === null || raffleId === scope.raffleId) look();
  });
  // Read again even without new entries: time passes, prizes are renamed, access codes are renewed, organisers removed, tokens revoked.
  const pulse = setInterval(() => {
    for (const watcher of watchers) watcher.put({ kind: "quiet" });
    look();
  }, QUIET_EVERY_MS);

  return {
    watchers,
    join(watcher) {
      watchers.add(watcher);
      if (newest?.may(watcher.holder)) watcher.put({ kind: "overview", json: newest.json });
      look();
    },
    close() {
      clearInterval(pulse);
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
