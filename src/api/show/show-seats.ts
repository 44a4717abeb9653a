/** Streams of one process: each holds a connection and some kilobytes (docs/features/draws.md says what was measured). */
export const SEATS = 6000;
/** Streams of one network: a whole hall may share an address, and one address must not take all seats. */
export const SEATS_OF_NETWORK = 2000;

/** The seats of all audiences of a process. */
export type ShowSeats = {
  /** @returns a function that gives the seat back; null if there is none */
  take(network: string): (() => void) | null;
};

export function createShowSeats(): ShowSeats {
  const taken = new Map<string, number>();
  let all = 0;

  function count(network: string, change: 1 | -1): void {
    const seats = (taken.get(network) ?? 0) + change;
    if (seats === 0) taken.delete(network);
    else taken.set(network, seats);
    all += change;
  }

  return {
    take(network) {
      if (all >= SEATS || (taken.get(network) ?? 0) >= SEATS_OF_NETWORK) return null;
      count(network, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(network, -1);
        isTaken = false;
      };
    },
  };
}
