import type { Logger } from "pino";
import { readAccessSeal } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { COUNTS_CHANNEL } from "#src/entries/entry-index.ts";
import { readOverview } from "#src/entries/overview.ts";
import { createOverviewWatcher, type OverviewWatcher } from "./overview-watchers.ts";
import type { Site } from "./site.ts";

/** A shop's people and their open tabs. */
const MOST_A_RAFFLE = 20;
/** Each holds a connection and some kilobytes. */
const MOST_A_PROCESS = 500;
/** Numbers that change more often are no longer read. */
const READ_EVERY_MS = 1000;
/** Proxies close a connection on which nothing is said for a minute, some after half of one. */
const QUIET_EVERY_MS = 25_000;
/** A database that is away is asked again after this. */
const AFTER_ERROR_MS = 5000;

export type OverviewFeeds = {
  /**
   * Goes on telling an organiser a raffle's overview: at once, and whenever it changed.
   *
   * @param seal the raffle's access seal, read before the proof of `scope`
   * @returns what is told, and what ends it; refused where too many watch already
   */
  watch(
    scope: OrganiserScope,
    seal: string,
  ): Outcome<Pick<OverviewWatcher, "news" | "stop">, Refusal<"too-many-watchers">>;
};

type Feed = {
  readonly watchers: Set<OverviewWatcher>;
  join(watcher: OverviewWatcher): void;
  close(): void;
};

/** Reads each raffle's overview once for all who watch it, and only while somebody does. */
export function createOverviewFeeds(site: Site, log: Logger): OverviewFeeds {
  const feeds = new Map<string, Feed>();
  let watching = 0;
  site.stopping.addEventListener("abort", () => {
    for (const { watchers } of [...feeds.values()]) for (const watcher of [...watchers]) watcher.stop();
  });

  return {
    watch(scope, seal) {
      const known = feeds.get(scope.raffleId);
      const full = (known?.watchers.size ?? 0) >= MOST_A_RAFFLE || watching >= MOST_A_PROCESS;
      if (full || site.stopping.aborted) return refuse({ reason: "too-many-watchers" });
      const feed = known ?? startFeed(site, log, scope);
      feeds.set(scope.raffleId, feed);
      const watcher = createOverviewWatcher(seal);
      feed.join(watcher);
      watching += 1;
      return accept({
        news: watcher.news,
        stop() {
          watcher.stop();
          if (!feed.watchers.delete(watcher)) return;
          watching -= 1;
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
  let newest: { readonly seal: string | null; readonly json: string } | undefined;
  let nextRead = 0;
  let reading = false;
  let changed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Reads soon: what comes in the meantime is in the same reading. */
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
      // After the numbers, so that none are told that came after the code was renewed.
      const seal = await readAccessSeal(site.db, scope.raffleId);
      newest = { seal, json };
      for (const watcher of watchers)
        watcher.put(watcher.seal === seal ? { kind: "overview", json } : { kind: "ended" });
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
  // Read again also when nothing was entered: time goes on, prizes get other names, and access codes are renewed.
  const pulse = setInterval(() => {
    for (const watcher of watchers) watcher.put({ kind: "quiet" });
    look();
  }, QUIET_EVERY_MS);

  return {
    watchers,
    join(watcher) {
      watchers.add(watcher);
      if (newest?.seal === watcher.seal) watcher.put({ kind: "overview", json: newest.json });
      look();
    },
    close() {
      clearInterval(pulse);
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
