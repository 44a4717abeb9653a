import type { Logger } from "pino";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Site } from "#src/http/site.ts";
import { createFeeds, type FeedSource } from "../live/feeds.ts";
import { createWatcher, eventOf, type Watcher } from "../live/watcher.ts";
import { createShowSeats } from "./show-seats.ts";

/** Browsers set their clocks by it. */
const BEAT_EVERY_MS = 20_000;

export type ShowFeeds = {
  /**
   * Server-sent events of a raffle's show: its state at once and after each change, and the server's time.
   *
   * @param address the viewer's address
   * @returns the stream, or refusals: `raffle-not-found`; `too-many-viewers`, by the limits of a process and a network,
   *   or when the site stops
   */
  watch(
    idOrCode: string,
    address: string,
  ): Promise<Outcome<Watcher["body"], Refusal<"raffle-not-found" | "too-many-viewers">>>;
};

/** Makes one message of each change of a raffle's show, for all who watch it here. */
export function createShowFeeds(site: Site, log: Logger): ShowFeeds {
  const { stopping } = site;
  const feeds = createFeeds<Watcher>({ log, stopping, readEveryMs: 0, beatEveryMs: BEAT_EVERY_MS, name: "show" });
  const seats = createShowSeats();
  const looks = new Map<string, () => void>();
  site.shows.subscribe((names) => {
    for (const [raffle, look] of looks) if (names === null || names.includes(raffle)) look();
  });
  const timeNow = () => eventOf("time", String(site.clock().getTime()));

  function showOf(raffle: string, first: string): FeedSource<Watcher> {
    let json = first;
    let message = eventOf("show", json);
    return {
      async read(watchers) {
        const newest = await site.shows.find(raffle);
        if (newest === null || newest === json) return;
        json = newest;
        message = eventOf("show", json);
        for (const watcher of watchers) watcher.put(message);
      },
      greet(watcher) {
        watcher.put(message);
        return true;
      },
      beat(watchers) {
        const time = timeNow();
        for (const watcher of watchers) watcher.beat(time);
        return false;
      },
      subscribe(changed) {
        looks.set(raffle, changed);
        return () => looks.delete(raffle);
      },
    };
  }

  return {
    async watch(idOrCode, address) {
      const json = await site.shows.find(idOrCode);
      if (json === null) return refuse({ reason: "raffle-not-found" });
      const { raffle } = JSON.parse(json) as { readonly raffle: string };
      const seated: { watcher?: Watcher } = {};
      const giveBack = stopping.aborted ? null : seats.take({ address, raffle }, () => seated.watcher?.stop());
      if (!giveBack) return refuse({ reason: "too-many-viewers" });
      const watcher = createWatcher(() => {
        giveBack();
        feeds.leave(raffle, watcher);
      });
      seated.watcher = watcher;
      watcher.put(timeNow());
      feeds.join(raffle, watcher, () => showOf(raffle, json));
      return accept(watcher.body);
    },
  };
}
