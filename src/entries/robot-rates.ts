import { networkOf } from "#src/access/network.ts";

const MINUTE_MS = 60_000;

/** The phones of a household on one connection: so many entries in ten minutes are never asked for anything. */
const NEVER_ASKED = { entries: 5, withinMs: 10 * MINUTE_MS };

/** A town behind one carrier's address: a hundred people in a minute are people. */
const OF_ADDRESS = { entries: 100, withinMs: MINUTE_MS };

/** Ten a second from everybody: a rush, or a robot with many addresses. */
const OF_RAFFLE = { entries: 600, withinMs: MINUTE_MS };

/** Of how many networks, and of how many raffles, counts are kept: some 40 MB when all places are taken. */
const MOST_KEYS = 200_000;

/** Why a submission has to prove that it is no robot's, and for how many seconds this will be so. */
export type Rush = { readonly cause: "address" | "raffle"; readonly seconds: number };

/** Counts submissions by where they come from and by their raffle. */
export type RobotRates = {
  /** Counts one more, and says whether there are too many to take it unasked. */
  count(submission: { readonly address: string; readonly raffleId: string }): Rush | null;
};

/** @param now milliseconds, as Date.now() has them */
export function createRobotRates(now: () => number): RobotRates {
  const recent = createCounter(NEVER_ASKED.withinMs, now);
  const ofAddress = createCounter(OF_ADDRESS.withinMs, now);
  const ofRaffle = createCounter(OF_RAFFLE.withinMs, now);
  return {
    count({ address, raffleId }) {
      const network = networkOf(address);
      const isFew = recent.count(network) <= NEVER_ASKED.entries;
      const tooManyOfAddress = ofAddress.count(network) > OF_ADDRESS.entries;
      const tooManyOfRaffle = ofRaffle.count(raffleId) > OF_RAFFLE.entries;
      if (isFew || !(tooManyOfAddress || tooManyOfRaffle)) return null;
      const wait = Math.max(tooManyOfAddress ? ofAddress.endsIn() : 0, tooManyOfRaffle ? ofRaffle.endsIn() : 0);
      return { cause: tooManyOfAddress ? "address" : "raffle", seconds: Math.max(1, Math.ceil(wait / 1000)) };
    },
  };
}

/**
 * Counts by key in spans of time that are the same for all keys, so that forgetting is one assignment. For a key that
 * finds no place any more the count is infinite: whoever cannot be counted is asked.
 */
function createCounter(spanMs: number, now: () => number) {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return {
    count(key: string): number {
      if (now() >= endsAt) {
        counts = new Map();
        endsAt = now() + spanMs;
      }
      const before = counts.get(key);
      if (before === undefined && counts.size >= MOST_KEYS) return Number.POSITIVE_INFINITY;
      counts.set(key, (before ?? 0) + 1);
      return (before ?? 0) + 1;
    },
    endsIn(): number {
      return endsAt - now();
    },
  };
}
