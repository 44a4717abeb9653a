import { hash, hkdfSync } from "node:crypto";
import { networkOf } from "#src/access/network.ts";

const MINUTE_MS = 60_000;

/** The phones of a household on one connection: so many entries in ten minutes are never asked for anything. */
const NEVER_ASKED = { entries: 5, withinMs: 10 * MINUTE_MS };

/** A town behind one carrier's address: a hundred people in a minute are people. */
const OF_ADDRESS = { entries: 100, withinMs: MINUTE_MS };

/** Ten a second from everybody: a rush, or a robot with many addresses. */
const OF_RAFFLE = { entries: 600, withinMs: MINUTE_MS };

/** Of how many networks, and of how many raffles, counts are kept: some 60 MB when all places are taken. */
const MOST_KEYS = 200_000;

/** Not with every submission: a map steps over all that it has lost at its front. */
const SWEEP_EVERY_MS = 1_000;

/** Why a submission has to prove that it is no robot's, and for how many seconds this will be so. */
export type Rush = { readonly cause: "ofAddress" | "ofRaffle"; readonly seconds: number };

/** Counts submissions by where they come from and by their raffle. */
export type RobotRates = {
  /** Counts one more, and says whether there are too many to take it unasked. */
  count(submission: { readonly address: string; readonly raffleId: string }): Rush | null;
  /** What was counted here and is to be told to other processes: at most MOST_TOLD of a kind, the others next time. */
  take(): Counted;
  /** Adds what another process has counted. */
  add(counted: Counted): void;
};

/** How many submissions came by key: networks as a hash, raffles by their id. */
export type Counted = {
  readonly networks: readonly (readonly [string, number])[];
  readonly raffles: readonly (readonly [string, number])[];
};

/** A payload of NOTIFY has less than 8,000 bytes; one takes 21 of them, or 47. */
export const MOST_TOLD = { networks: 250, raffles: 50 };

/** Somebody's only entry makes no rush, and most of what comes in one is that. */
const TOLD_FROM = { networks: 2, raffles: 5 };

/** These cannot wait: a few seconds of them are a rush. */
const MANY = 20;

/** As many bits as make it certain that no two networks are counted as one. */
const KEY_LENGTH = 11;

/**
 * @param secret the site's: under it networks are hashed, alike in all of its processes
 * @param now milliseconds, as Date.now() has them
 */
export function createRobotRates(secret: Uint8Array, now: () => number): RobotRates {
  const hashKey = Buffer.from(hkdfSync("sha256", secret, "", "robot rates/1", 32)).toString("base64url");
  // Twice as quick as an HMAC, and nobody can choose where the key ends.
  const keyOf = (network: string) => hash("sha256", `${hashKey}${network}`, "base64url").slice(0, KEY_LENGTH);
  const recent = createCounter(NEVER_ASKED.withinMs, now, TOLD_FROM.networks);
  const ofAddress = createCounter(OF_ADDRESS.withinMs, now);
  const ofRaffle = createCounter(OF_RAFFLE.withinMs, now, TOLD_FROM.raffles);
  return {
    count({ address, raffleId }) {
      const network = keyOf(networkOf(address));
      const household = recent.count(network);
      const town = ofAddress.count(network);
      const everybody = ofRaffle.count(raffleId);
      if (household.count <= NEVER_ASKED.entries) return null;
      const tooMany = [
        ...(town.count > OF_ADDRESS.entries ? [{ cause: "ofAddress", endsAt: town.endsAt } as const] : []),
        ...(everybody.count > OF_RAFFLE.entries ? [{ cause: "ofRaffle", endsAt: everybody.endsAt } as const] : []),
      ];
      const [first] = tooMany;
      if (!first) return null;
      const endsAt = Math.max(...tooMany.map((rush) => rush.endsAt));
      return { cause: first.cause, seconds: Math.max(1, Math.ceil((endsAt - now()) / 1000)) };
    },
    take() {
      return {
        // What is counted by the minute is counted by ten as well.
        networks: recent.take(MOST_TOLD.networks),
        raffles: ofRaffle.take(MOST_TOLD.raffles),
      };
    },
    add({ networks, raffles }) {
      for (const [network, count] of networks) {
        recent.add(network, count);
        ofAddress.add(network, count);
      }
      for (const [raffleId, count] of raffles) ofRaffle.add(raffleId, count);
    },
  };
}

type Span = { count: number; untold: number; readonly endsAt: number };

/**
 * Counts by key in spans of time that begin with a key's first. All are of one length, so that they end in the order in
 * which they began, and those that have ended are found at the front. For a key that finds no place any more the count
 * is infinite: whoever cannot be counted is asked.
 *
 * @param toldFrom how many of a key make it worth telling other processes of
 */
function createCounter(spanMs: number, now: () => number, toldFrom = Number.POSITIVE_INFINITY) {
  const spans = new Map<string, Span>();
  /** Those to be told of, so that nobody looks through all of them for it. */
  const toTell = new Map<string, Span>();
  let sweepAt = 0;

  function sweep(): void {
    if (now() < sweepAt) return;
    sweepAt = now() + SWEEP_EVERY_MS;
    for (const [key, { endsAt }] of spans) {
      if (endsAt > now()) return;
      spans.delete(key);
      toTell.delete(key);
    }
  }

  function spanOf(key: string): Span | null {
    sweep();
    const kept = spans.get(key);
    if (kept && kept.endsAt > now()) return kept;
    spans.delete(key);
    toTell.delete(key);
    if (spans.size >= MOST_KEYS) return null;
    const begun = { count: 0, untold: 0, endsAt: now() + spanMs };
    spans.set(key, begun);
    return begun;
  }

  return {
    count(key: string): Pick<Span, "count" | "endsAt"> {
      const span = spanOf(key);
      if (!span) return { count: Number.POSITIVE_INFINITY, endsAt: now() + spanMs };
      span.count += 1;
      span.untold += 1;
      if (span.untold === toldFrom) toTell.set(key, span);
      return span;
    },
    add(key: string, count: number): void {
      const span = spanOf(key);
      if (span) span.count += count;
    },
    /** The untold ones, those of which there are many first; what is over `most` waits. */
    take(most: number): [string, number][] {
      sweep();
      const told: [string, number][] = [];
      for (const least of [MANY, toldFrom]) {
        for (const [key, span] of toTell) {
          if (told.length === most) return told;
          if (span.untold < least) continue;
          told.push([key, span.untold]);
          span.untold = 0;
          toTell.delete(key);
        }
      }
      return told;
    },
  };
}
