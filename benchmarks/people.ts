import { postJson } from "./load.ts";
import type { BenchRaffle } from "./raffle.ts";

/**
 * The most people per address. Above that the site would ask for robot puzzles, and with fewer too: on a quiet machine
 * a run has more addresses then than the site counts (MAX_KEYS in src/entries/robots/robot-rates.ts).
 */
const HOUSEHOLD = 5;

/**
 * Added to the number of somebody who is sent again, for another address. A refusal counts as ten entries of a network,
 * so at home it would ask a late member of the household for a puzzle.
 */
const ELSEWHERE = 2 ** 24;

/** New people, one household per address, each with 4 ticks and 3 wishes. */
export type People = {
  /**
   * Builds the requests, one person after another.
   *
   * @param duplicates one request in this many is sent twice; 0 for none
   */
  next(raffle: BenchRaffle, duplicates?: number): () => Buffer;
};

export function makePeople(): People {
  let made = Math.floor(Date.now() / 1000) * 1000;
  const personOf = (number: number) => ({
    firstName: "Maria Luisa",
    lastName: `Santos ${number}`,
    address: "12 Rizal Street, Barangay San Isidro, Iloilo City",
    phone: `+63 917 ${String(number % 10_000_000).padStart(7, "0")}`,
    email: `maria.${number}@example.com`,
    facebook: `https://www.facebook.com/maria.${number}`,
    instagram: `https://www.instagram.com/maria.${number}`,
    acceptTerms: true,
  });
  const headerOf = (number: number) => {
    const home = Math.floor(number / HOUSEHOLD);
    // One after another they live in 4,096 towns: a /24 in which all came at once would be asked for puzzles.
    const town = `${home & 255}.${((home >> 8) & 15) + ((home >> 16) & 240)}`;
    return `x-forwarded-for: 10.${town}.${(home >> 12) & 255}\r\n`;
  };
  return {
    next(raffle, duplicates = 0) {
      const path = `/api/raffles/${raffle.codeId}/entries`;
      const lists = {
        rules: raffle.ruleIds,
        wishes: raffle.prizeIds.slice(0, 3).map((prizeId) => ({ prizeId, note: "For the fiesta, please" })),
      };
      const first = made + 1;
      return () => {
        made += 1;
        const again = duplicates > 0 && made % duplicates === 0 && made - first > 1000;
        const number = again ? made - 999 : made;
        return postJson(path, { ...personOf(number), ...lists }, headerOf(again ? number + ELSEWHERE : number));
      };
    },
  };
}
