import { MINUTE_MS } from "#src/base/clock.ts";
import { keyedHash } from "#src/base/derive-key.ts";
import { networkOf, timesOf, widestOf } from "#src/rate-limits/network.ts";

/** The phones of a household on one connection: they need a puzzle only in a rush of the widest network around them. */
const HOUSEHOLD = { entries: 5, withinMs: 10 * MINUTE_MS };

/** Rate limit of one network, such as a town behind one carrier's address: 100 people a minute are plausible. */
const OF_ADDRESS = { entries: 100, withinMs: MINUTE_MS };

/**
 * Limits what one network stores: 20 MB a day are 20,000 full entries, a town's. Beyond it each entry needs a puzzle.
 * Of entries in other processes only the number is known: they count as one unit each.
 */
const BYTES_OF_ADDRESS = { unit: 1_024, units: 20_000, withinMs: 24 * 60 * MINUTE_MS };

/** A refused entry counts as ten: up to ten a minute from one address may be people's mistakes, more are a robot's. */
const REFUSED_COUNTS_AS = 10;

/** Rate limit of one raffle, ten a second: beyond it there is a rush, or a robot with many addresses. */
const OF_RAFFLE = { entries: 600, withinMs: MINUTE_MS };

/**
 * Limits receipts per network, because each entry sends a mail to an unconfirmed address. `free` are a shop's or a
 * household's day. Then each needs a puzzle, up to what a carrier's address or a fair needs. Beyond it the code shows
 * only on the screen. A network that cannot be counted, because all places are taken, still gets receipts: an attacker
 * with so many networks does not need this way.
 */
const RECEIPTS_OF_ADDRESS = { free: 50, paid: 2_000, withinMs: 24 * 60 * MINUTE_MS };

/** The most keys per counter, which are networks or raffles: about 100 MB in all when full. */
const MAX_KEYS = 200_000;

/** How often expired counts are removed, in ms. Not on each submission: a Map is slow to skip deleted first keys. */
const SWEEP_EVERY_MS = 1_000;

/** Why a submission needs a puzzle, and for how many seconds this will last. */
export type Rush = { readonly cause: "ofAddress" | "ofRaffle"; readonly seconds: number };

/** Whether a network gets receipts: freely, for a puzzle each, or none any more today. */
export type Receipts = "free" | "paid" | "none";

/** Whether a counted submission needs a puzzle (`rush`), and whether it gets a receipt. */
export type Rated = { readonly rush: Rush | null; readonly receipts: Receipts };

/**
 * Counts submissions by network and by raffle. The widest network around an address counts too, with more times each
 * limit: who has a /48 has 65,536 networks of its own. A household in it passes the limits of the others, but not its.
 */
export type RobotRates = {
  /** Counts a submission of this size, and says whether a rate limit is exceeded. */
  count(submission: { readonly address: string; readonly raffleId: string; readonly bytes?: number }): Rated;
  /** Counts a refusal that discloses another entry, as REFUSED_COUNTS_AS entries of the network. */
  countRefused(address: string): void;
  /** Whether the address's network gets receipts. */
  receiptsOf(address: string): Receipts;
  /** Takes the counts of this process to publish: at most MAX_PUBLISHED of each kind, the others next time. */
  take(): Counted;
  /** Adds what another process has counted. */
  add(counted: Counted): void;
};

/** A network's hash, and how many times the limit of a single one it gets. */
type Network = { readonly key: string; readonly times: number };

/** Submissions by key: networks by their hash, raffles by their id. */
export type Counted = {
  readonly networks: readonly (readonly [string, number])[];
  readonly raffles: readonly (readonly [string, number])[];
};

/** The most keys in one NOTIFY, whose payload is limited to 8,000 bytes. A network takes 21 bytes, a raffle 47. */
export const MAX_PUBLISHED = { networks: 250, raffles: 50 };

/** Counts below these are not published: single entries, the most common case, make no rush. */
const PUBLISH_FROM = { networks: 2, raffles: 5 };

/** Counts from this on are published first: a few seconds at this rate are a rush. */
const MANY = 20;

/** 66 bits: enough that no two networks collide in practice. */
const SHORT = { encoding: "base64url", length: 11 } as const;

/**
 * @param secret the site's secret, the key of the networks' hashes, which are the same in all its processes
 * @param now the current time in ms, like Date.now()
 */
export function createRobotRates(secret: Uint8Array, now: () => number): RobotRates {
  const keyOf = (network: string) => keyedHash(secret, "robot rates/1", network, SHORT);
  const recent = createCounter(HOUSEHOLD.withinMs, now, PUBLISH_FROM.networks);
  const ofAddress = createCounter(OF_ADDRESS.withinMs, now);
  const ofRaffle = createCounter(OF_RAFFLE.withinMs, now, PUBLISH_FROM.raffles);
  const receipts = createCounter(RECEIPTS_OF_ADDRESS.withinMs, now);
  // A household's entries are not counted here, because each key takes a place for a whole day.
  const stored = createCounter(BYTES_OF_ADDRESS.withinMs, now);

  /** The address's own network, and the widest around it where there is one. */
  function networksOf(address: string): readonly [Network, ...Network[]] {
    const own = { key: keyOf(networkOf(address)), times: 1 };
    const widest = widestOf(address);
    return widest ? [own, { key: keyOf(widest.network), times: timesOf(widest) }] : [own];
  }

  function receiptsOf(networks: readonly Network[]): Receipts {
    // In receipts of a single network.
    const share = Math.max(...networks.map(({ key, times }) => receipts.counted(key) / times));
    if (share <= RECEIPTS_OF_ADDRESS.free) return "free";
    return share <= RECEIPTS_OF_ADDRESS.paid ? "paid" : "none";
  }

  /** Counts an entry of a network: the spans in which it exceeds a limit. */
  function countIn({ key, times }: Network, units: number): SpanCount[] {
    const inMinute = ofAddress.count(key);
    receipts.count(key);
    const size = units > 0 ? stored.count(key, units) : null;
    return [
      ...(size && size.count > BYTES_OF_ADDRESS.units * times ? [size] : []),
      ...(inMinute.count > OF_ADDRESS.entries * times ? [inMinute] : []),
    ];
  }

  function rushOf(ofNetworks: readonly SpanCount[], ofEverybody: readonly SpanCount[]): Rush | null {
    const exceeded = [...ofNetworks, ...ofEverybody];
    if (exceeded.length === 0) return null;
    const endsAt = Math.max(...exceeded.map((span) => span.endsAt));
    const cause = ofNetworks.length > 0 ? "ofAddress" : "ofRaffle";
    return { cause, seconds: Math.max(1, Math.ceil((endsAt - now()) / 1000)) };
  }

  return {
    count({ address, raffleId, bytes = 0 }) {
      const networks = networksOf(address);
      const [own, widest] = networks;
      const units = bytes / BYTES_OF_ADDRESS.unit;
      const isHousehold = recent.count(own.key).count <= HOUSEHOLD.entries;
      // A household's entries take no place for a whole day.
      const ofOwn = countIn(own, isHousehold ? 0 : units);
      const everybody = ofRaffle.count(raffleId);
      const ofRaffles = everybody.count > OF_RAFFLE.entries ? [everybody] : [];
      if (widest) recent.count(widest.key);
      const ofWidest = widest ? countIn(widest, units) : [];
      const rush = isHousehold ? rushOf(ofWidest, []) : rushOf([...ofOwn, ...ofWidest], ofRaffles);
      return { rush, receipts: receiptsOf(networks) };
    },
    countRefused(address) {
      for (const { key } of networksOf(address)) {
        recent.count(key, REFUSED_COUNTS_AS);
        ofAddress.count(key, REFUSED_COUNTS_AS);
      }
    },
    receiptsOf(address) {
      return receiptsOf(networksOf(address));
    },
    take() {
      return {
        // `recent` also counts everything that `ofAddress` counts.
        networks: recent.take(MAX_PUBLISHED.networks),
        raffles: ofRaffle.take(MAX_PUBLISHED.raffles),
      };
    },
    add({ networks, raffles }) {
      for (const [network, count] of networks) {
        const household = recent.add(network, count);
        ofAddress.add(network, count);
        receipts.add(network, count);
        if (household <= HOUSEHOLD.entries) continue;
        stored.add(network, count);
      }
      for (const [raffleId, count] of raffles) ofRaffle.add(raffleId, count);
    },
  };
}

type Span = { count: number; unpublished: number; readonly endsAt: number };
type SpanCount = Readonly<Pick<Span, "count" | "endsAt">>;

/**
 * Counts by key in time spans that begin with a key's first submission. All have the same length, so they end in the
 * order of their start, and expired ones are at the front of the map. If the map is full, a new key's count is
 * infinite: what cannot be counted needs a puzzle.
 *
 * @param publishFrom the count from which a key is published to other processes
 */
function createCounter(spanMs: number, now: () => number, publishFrom = Number.POSITIVE_INFINITY) {
  const spans = new Map<string, Span>();
  /** The spans to publish, so that no scan over all of them is needed. */
  const toPublish = new Map<string, Span>();
  let sweepAt = 0;

  function forget(key: string): void {
    spans.delete(key);
    toPublish.delete(key);
  }

  function sweep(time: number): void {
    if (time < sweepAt) return;
    sweepAt = time + SWEEP_EVERY_MS;
    for (const [key, { endsAt }] of spans) {
      if (endsAt > time) return;
      forget(key);
    }
  }

  function spanOf(key: string): Span | null {
    const time = now();
    sweep(time);
    const known = spans.get(key);
    if (known && known.endsAt > time) return known;
    if (known) forget(key);
    if (spans.size >= MAX_KEYS) return null;
    const begun = { count: 0, unpublished: 0, endsAt: time + spanMs };
    spans.set(key, begun);
    return begun;
  }

  return {
    count(key: string, by = 1): SpanCount {
      const span = spanOf(key);
      if (!span) return { count: Number.POSITIVE_INFINITY, endsAt: now() + spanMs };
      span.count += by;
      span.unpublished += by;
      if (span.unpublished >= publishFrom) toPublish.set(key, span);
      return span;
    },
    add(key: string, count: number): number {
      const span = spanOf(key);
      if (!span) return 0;
      span.count += count;
      return span.count;
    },
    counted(key: string): number {
      const span = spans.get(key);
      return span && span.endsAt > now() ? span.count : 0;
    },
    /** Takes the unpublished counts, high ones first; those beyond `most` wait. */
    take(most: number): [string, number][] {
      sweep(now());
      const taken: [string, number][] = [];
      for (const least of [MANY, publishFrom]) {
        for (const [key, span] of toPublish) {
          if (taken.length === most) return taken;
          if (span.unpublished < least) continue;
          taken.push([key, span.unpublished]);
          span.unpublished = 0;
          toPublish.delete(key);
        }
      }
      return taken;
    },
  };
}
