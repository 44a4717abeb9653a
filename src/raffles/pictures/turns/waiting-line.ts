/** Work of one kind that waits for its turn. */
export type WaitingLine = {
  /**
   * Waits for a turn. In a full line the network with the most in it loses its newest, unless the newcomer's own would
   * then have as many: a few networks cannot keep all others out.
   *
   * @returns false at once if there is no place, and later if the place was given up
   */
  wait(network: string): Promise<boolean>;
  /** Gives the turn to the first in line. Returns false if nobody waits. */
  next(): boolean;
};

type Place = { readonly network: string; readonly settle: (isTurn: boolean) => void };

/** @param most how many may wait */
export function createWaitingLine(most: number): WaitingLine {
  const line: Place[] = [];

  function givesWayTo(network: string): Place | undefined {
    const sizes = new Map<string, number>();
    for (const place of line) sizes.set(place.network, (sizes.get(place.network) ?? 0) + 1);
    const [crowd, size] = [...sizes].reduce((largest, one) => (one[1] > largest[1] ? one : largest), ["", 0]);
    return size > (sizes.get(network) ?? 0) + 1 ? line.findLast((place) => place.network === crowd) : undefined;
  }

  return {
    wait(network) {
      if (line.length >= most) {
        const given = givesWayTo(network);
        if (!given) return Promise.resolve(false);
        line.splice(line.indexOf(given), 1);
        given.settle(false);
      }
      return new Promise((settle) => line.push({ network, settle }));
    },
    next() {
      const first = line.shift();
      first?.settle(true);
      return first !== undefined;
    },
  };
}
