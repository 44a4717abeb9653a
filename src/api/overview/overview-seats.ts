/** Streams per network. A signed-in owner may show more raffles at once. */
const MAX_PER_NETWORK = { anybody: 10, owner: 20 };

/** The organiser's network, and whether the proof is the session of the account that owns the raffle. */
export type SeatTaker = { readonly network: string; readonly isOwner: boolean };

/** Limits a process's live overviews: each holds a connection and some kilobytes, and costs its client nothing. */
export type OverviewSeats = {
  /** Whether this network may take one more seat. */
  hasFor(taker: SeatTaker): boolean;
  /**
   * Takes a seat. If none is free, the network with the most seats loses its oldest.
   *
   * @param stop ends the stream of this seat
   * @returns a function that releases the seat
   */
  take(taker: SeatTaker, stop: () => void): () => void;
};

/** @param most the number of seats */
export function createOverviewSeats(most: number): OverviewSeats {
  /** By network, the oldest first. */
  const taken = new Map<string, Set<() => void>>();
  let all = 0;

  function give(network: string, stop: () => void): void {
    const ofNetwork = taken.get(network);
    if (!ofNetwork?.delete(stop)) return;
    all -= 1;
    if (ofNetwork.size === 0) taken.delete(network);
  }

  function makeRoom(): void {
    const [network, seats] = [...taken].reduce((most, one) => (one[1].size > most[1].size ? one : most));
    const [oldest] = seats;
    if (!oldest) return;
    give(network, oldest);
    oldest();
  }

  return {
    hasFor({ network, isOwner }) {
      return (taken.get(network)?.size ?? 0) < MAX_PER_NETWORK[isOwner ? "owner" : "anybody"];
    },
    take({ network }, stop) {
      if (all >= most) makeRoom();
      taken.set(network, (taken.get(network) ?? new Set()).add(stop));
      all += 1;
      return () => give(network, stop);
    },
  };
}
