import type { Logger } from "pino";
import type { OrganiserScope } from "#src/access/scope.ts";
import { readStreamRights, type StreamHolder } from "#src/access/stream-rights.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { COUNTS_CHANNEL } from "#src/entries/lists/search-index.ts";
import { readOverview } from "#src/entries/stats/overview.ts";
import type { Site } from "#src/http/site.ts";
import { createFeeds, type FeedSource } from "../live/feeds.ts";
import { createWatcher, eventOf, SIGN_OF_LIFE, type Watcher } from "../live/watcher.ts";
import { createOverviewSeats } from "./overview-seats.ts";

/** Streams per raffle: enough for a shop's staff and their open tabs. */
const MAX_PER_RAFFLE = 20;
/** Streams per process: each holds a connection and some kilobytes. */
const MAX_PER_PROCESS = 500;
/** Nobody can read numbers that change faster. */
const READ_EVERY_MS = 1000;
const BEAT_EVERY_MS = 25_000;

const ENDED = eventOf("ended", "");

export type OverviewFeeds = {
  /**
   * Streams a raffle's overview to an organiser: at once, and after every change.
   *
   * @param seal the raffle's access seal, read before the proof of `scope`
   * @param network the organiser's network
   * @returns the stream; refusal: `too-many-watchers`, by the limits per raffle and per network, or when the site stops
   */
  watch(scope: OrganiserScope, seal: string, network: string): Outcome<Watcher["body"], Refusal<"too-many-watchers">>;
};

/** What an organiser has proved, and the JSON that was sent last. */
type Viewer = Watcher & { readonly holder: StreamHolder; sent: string | undefined };

/** Reads each raffle's overview once for all who watch it, and only while somebody does. */
export function createOverviewFeeds(site: Site, log: Logger): OverviewFeeds {
  const { stopping } = site;
  const times = { readEveryMs: READ_EVERY_MS, beatEveryMs: BEAT_EVERY_MS };
  const feeds = createFeeds<Viewer>({ log, stopping, ...times, name: "overview" });
  const seats = createOverviewSeats(MAX_PER_PROCESS);
  return {
    watch(scope, seal, network) {
      const { raffleId, userId, tokenId } = scope;
      const taker = { network, isOwner: userId !== null };
      const full = feeds.count(raffleId) >= MAX_PER_RAFFLE || !seats.hasFor(taker);
      if (full || stopping.aborted) return refuse({ reason: "too-many-watchers" });
      const watcher = createWatcher(() => {
        giveBack();
        feeds.leave(raffleId, viewer);
      });
      const viewer: Viewer = { ...watcher, holder: { seal, userId, tokenId }, sent: undefined };
      const giveBack = seats.take(taker, watcher.stop);
      feeds.join(raffleId, viewer, () => overviewOf(site, scope));
      return accept(watcher.body);
    },
  };
}

function overviewOf(site: Site, scope: OrganiserScope): FeedSource<Viewer> {
  const { raffleId } = scope;
  let newest: { readonly may: Awaited<ReturnType<typeof readStreamRights>>; readonly json: string } | undefined;

  function send(viewer: Viewer, json: string): void {
    if (viewer.sent === json) return;
    viewer.sent = json;
    viewer.put(eventOf("overview", json));
  }

  return {
    async read(viewers) {
      const json = JSON.stringify(await readOverview(site.db, scope, site.config.timeZone));
      // Read after the numbers, so that none are sent from after a renewal of the access code or a removal.
      const holders = [...viewers].map(({ holder }) => holder);
      const may = await readStreamRights(site.db, raffleId, site.clock(), holders);
      newest = { may, json };
      for (const viewer of [...viewers]) {
        if (may(viewer.holder)) send(viewer, json);
        else viewer.stop(ENDED);
      }
    },
    greet(viewer) {
      if (newest?.may(viewer.holder)) send(viewer, newest.json);
      return false;
    },
    beat(viewers) {
      for (const viewer of viewers) viewer.beat(SIGN_OF_LIFE);
      // Without new entries too time passes, prizes are renamed, access codes renewed, organisers removed, tokens
      // revoked.
      return true;
    },
    subscribe(changed) {
      return site.notifications.subscribe(COUNTS_CHANNEL, (changedId) => {
        if (changedId === null || changedId === raffleId) changed();
      });
    },
  };
}
