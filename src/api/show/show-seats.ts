import { networkOf, widestNetworkOf } from "#src/rate-limits/network.ts";

/**
 * Streams of one process: each holds a connection and some kilobytes (docs/features/draws.md says what was measured).
 */
export const SEATS = 6000;
/** Streams of one network while seats are free: a whole hall may share an address. */
export const SEATS_OF_NETWORK = 2000;
/** Seats that a raffle gets however many watch others: those of a hall, where people look on together anyway. */
export const SEATS_OF_RAFFLE = 100;

/** Somebody who wants to watch the show of a raffle. */
export type SeatSeeker = { readonly address: string; readonly raffle: string };

/** The seats of all audiences of a process. */
export type ShowSeats = {
  /**
   * Takes a seat. If none is free, the /24 or /48 with the most loses its oldest, unless the seeker's own has as many.
   * A raffle with few seats takes one of the raffle with the most.
   *
   * @param stop ends the stream of this seat
   * @returns a function that gives the seat back; null if there is none
   */
  take(seeker: SeatSeeker, stop: () => void): (() => void) | null;
};

type Seat = { readonly network: string; readonly widest: string; readonly raffle: string; readonly stop: () => void };
type SeatsBy = ReturnType<typeof createGroups>;

export function createShowSeats(): ShowSeats {
  const [networks, widest, raffles] = [createGroups(), createGroups(), createGroups()];
  let all = 0;

  function takenBy(seat: Seat): (readonly [SeatsBy, string])[] {
    return [
      [networks, seat.network],
      [widest, seat.widest],
      [raffles, seat.raffle],
    ];
  }

  /** Returns false if the seat was given back before. */
  function give(seat: Seat): boolean {
    if (!networks.of(seat.network)?.has(seat)) return false;
    for (const [groups, key] of takenBy(seat)) groups.remove(key, seat);
    all -= 1;
    return true;
  }

  function seatToGiveUp(seat: Seat): Seat | null {
    const crowd = widest.largest();
    if (crowd.size > (widest.of(seat.widest)?.size ?? 0) + 1) return oldestOf(crowd);
    const audience = raffles.largest();
    const hasFew = (raffles.of(seat.raffle)?.size ?? 0) < SEATS_OF_RAFFLE;
    return hasFew && audience.size > SEATS_OF_RAFFLE ? oldestOf(audience) : null;
  }

  return {
    take({ address, raffle }, stop) {
      const network = networkOf(address);
      const seat: Seat = { network, widest: widestNetworkOf(address), raffle, stop };
      if ((networks.of(network)?.size ?? 0) >= SEATS_OF_NETWORK) return null;
      if (all >= SEATS) {
        const given = seatToGiveUp(seat);
        if (!given || !give(given)) return null;
        given.stop();
      }
      for (const [groups, key] of takenBy(seat)) groups.add(key, seat);
      all += 1;
      return () => give(seat);
    },
  };
}

/** Seats in groups, each with its oldest first. */
function createGroups() {
  const groups = new Map<string, Set<Seat>>();
  return {
    of: (key: string): ReadonlySet<Seat> | undefined => groups.get(key),
    largest: (): ReadonlySet<Seat> => [...groups.values()].reduce((most, one) => (one.size > most.size ? one : most)),
    add(key: string, seat: Seat) {
      const seats = groups.get(key) ?? new Set();
      groups.set(key, seats.add(seat));
    },
    remove(key: string, seat: Seat) {
      const seats = groups.get(key);
      seats?.delete(seat);
      if (seats?.size === 0) groups.delete(key);
    },
  };
}

function oldestOf(seats: ReadonlySet<Seat>): Seat | null {
  const [oldest = null] = seats;
  return oldest;
}
