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
};

/** @param now milliseconds, as Date.now() has them */
export function createRobotRates(now: () => number): RobotRates {
  const recent = createCounter(NEVER_ASKED.withinMs, now);
  const ofAddress = createCounter(OF_ADDRESS.withinMs, now);
  const ofRaffle = createCounter(OF_RAFFLE.withinMs, now);
  return {
    count({ address, raffleId }) {
      const network = networkOf(address);
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
  };
}

type Span = { count: number; readonly endsAt: number };

/**
 * Counts by key in spans of time that begin with a key's first. All are of one length, so that they end in the order in
 * which they began, and those that have ended are found at the front. For a key that finds no place any more the count
 * is infinite: whoever cannot be counted is asked.
 */
function createCounter(spanMs: number, now: () => number) {
  const spans = new Map<string, Span>();
  let sweepAt = 0;

  function sweep(): void {
    if (now() < sweepAt) return;
    sweepAt = now() + SWEEP_EVERY_MS;
    for (const [key, { endsAt }] of spans) {
      if (endsAt > now()) return;
      spans.delete(key);
    }
  }

  return {
    count(key: string): Span {
      sweep();
      const kept = spans.get(key);
      if (kept && kept.endsAt > now()) {
        kept.count += 1;
        return kept;
      }
      spans.delete(key);
      const begun = { count: 1, endsAt: now() + spanMs };
      if (spans.size >= MOST_KEYS) return { ...begun, count: Number.POSITIVE_INFINITY };
      spans.set(key, begun);
      return begun;
    },
  };
}
