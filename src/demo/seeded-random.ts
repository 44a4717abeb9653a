/** The same seed gives the same numbers on every machine. For demonstration data only: anybody can predict them. */
export type SeededRandom = {
  /** A number from 0 up to, but not including, 1. */
  fraction(): number;
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean;
  /** One item of a list that is not empty. */
  pick<Item>(list: readonly Item[]): Item;
};

const MULTIPLIER = 48_271;
const MODULUS = 2_147_483_647;

/**
 * The "minimal standard" generator, also known as C++'s `minstd_rand`: S. K. Park and K. W. Miller, "Random number
 * generators: good ones are hard to find", Communications of the ACM 31 (1988), with the multiplier that the authors
 * and P. K. Stockmeyer recommend in volume 36 (1993).
 *
 * @param seed a whole number from 1 to 2^31 - 2
 */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed;
  const fraction = () => {
    // The product is far below 2^53, so it is exact.
    state = (state * MULTIPLIER) % MODULUS;
    return (state - 1) / (MODULUS - 1);
  };
  return {
    fraction,
    chance: (share) => fraction() < share,
    pick<Item>(list: readonly Item[]): Item {
      if (list.length === 0) throw new RangeError("There is nothing to pick from.");
      return list[Math.floor(fraction() * list.length)] as Item;
    },
  };
}
