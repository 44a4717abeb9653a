import type { Logger } from "pino";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Site } from "#src/http/site.ts";
import { createShowSeats } from "./show-seats.ts";
import { createShowWatcher, type ShowWatcher } from "./show-watcher.ts";

/** Proxies close an idle connection after a minute, some after half a minute. Browsers set their clocks by it. */
const BEAT_EVERY_MS = 20_000;
/** How long to wait before a retry after an error, such as a database that is away. */
const AFTER_ERROR_MS = 5000;
/** How long a browser waits before it connects again, in ms. */
const COME_AGAIN_MS = 3000;

export type ShowFeeds = {
  /**
   * Server-sent events of a raffle's show: its state at once and after each change, and the server's time.
   *
   * @param address the watcher's address
   * @returns the stream, or refusals: `raffle-not-found`; `too-many-viewers`, by the limits of a process and a network,
   *   or when the site stops
   */
  watch(
    idOrCode: string,
    address: string,
  ): Promise<Outcome<ReadableStream<Uint8Array>, Refusal<"raffle-not-found" | "too-many-viewers">>>;
};

/** `asked` counts reads: one that was overtaken by a later one is thrown away. */
type Feed = { readonly watchers: Set<ShowWatcher>; asked: number; json: string; message: Uint8Array };

const encoder = new TextEncoder();
const timeNow = (site: Site) => `event: time\ndata: ${site.clock().getTime()}\n\n`;

/** Makes one message of each change of a raffle's show, for all who watch it here. */
export function createShowFeeds(site: Site, log: Logger): ShowFeeds {
  const feeds = new Map<string, Feed>();
  const seats = createShowSeats();
  let pulse: NodeJS.Timeout | undefined;
  let asked = 0;

  site.shows.subscribe((names) => {
    for (const [raffle, feed] of feeds) if (names === null || names.includes(raffle)) void refresh(raffle, feed);
  });
  site.stopping.addEventListener("abort", () => {
    for (const { watchers } of [...feeds.values()]) for (const watcher of [...watchers]) watcher.stop();
  });

  async function refresh(raffle: string, feed: Feed): Promise<void> {
    asked += 1;
    const turn = asked;
    try {
      const json = await site.shows.find(raffle);
      if (json !== null) tell(feed, turn, json);
    } catch (err) {
      log.error({ err }, "a show could not be read; trying again");
      setTimeout(() => {
        if (feeds.get(raffle) === feed) void refresh(raffle, feed);
      }, AFTER_ERROR_MS).unref();
    }
  }

  function beat(): void {
    const message = encoder.encode(timeNow(site));
    for (const { watchers } of feeds.values()) for (const watcher of watchers) watcher.beat(message);
  }

  function leave(raffle: string, feed: Feed): void {
    if (feed.watchers.size > 0 || feeds.get(raffle) !== feed) return;
    feeds.delete(raffle);
    if (feeds.size > 0) return;
    clearInterval(pulse);
    pulse = undefined;
  }

  return {
    async watch(idOrCode, address) {
      asked += 1;
      const turn = asked;
      const json = await site.shows.find(idOrCode);
      if (json === null) return refuse({ reason: "raffle-not-found" });
      const { raffle } = JSON.parse(json) as { readonly raffle: string };
      const seated: { watcher?: ShowWatcher } = {};
      const free = site.stopping.aborted ? null : seats.take({ address, raffle }, () => seated.watcher?.stop());
      if (!free) return refuse({ reason: "too-many-viewers" });
      const feed: Feed = feeds.get(raffle) ?? { watchers: new Set(), asked: 0, json, message: messageOf(json) };
      feeds.set(raffle, feed);
      tell(feed, turn, json);
      pulse ??= setInterval(beat, BEAT_EVERY_MS).unref();
      const first = encoder.encode(`retry: ${COME_AGAIN_MS}\n\n${timeNow(site)}`);
      const watcher = createShowWatcher(first, () => {
        free();
        feed.watchers.delete(watcher);
        leave(raffle, feed);
      });
      seated.watcher = watcher;
      feed.watchers.add(watcher);
      watcher.put(feed.message);
      return accept(watcher.body);
    },
  };
}

function tell(feed: Feed, asked: number, json: string): void {
  if (asked < feed.asked) return;
  feed.asked = asked;
  if (feed.json === json) return;
  feed.json = json;
  feed.message = messageOf(json);
  for (const watcher of feed.watchers) watcher.put(feed.message);
}

function messageOf(json: string): Uint8Array {
  return encoder.encode(`event: show\ndata: ${json}\n\n`);
}
