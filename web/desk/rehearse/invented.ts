import { type Standing, standingIn } from "#src/entries/standing/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** From Filipino legends and stories: they enter no raffle. */
export const INVENTED_NAMES = [
  "Maria M.",
  "Juan T.",
  "Bernardo C.",
  "Ibong A.",
  "Pagong M.",
  "Matsing M.",
  "Malakas B.",
  "Maganda B.",
];

/** The winner of a rehearsal. No real entry code has an I, no voucher a 1, and no telephone has the number. */
export const INVENTED_WINNER = {
  firstName: "Maria",
  lastName: "Makiling",
  address: "1 Makiling St",
  phone: "+63 900 000 0000",
  email: "maria@example.org",
  entryCode: "MARIAONE",
  ticket: 17,
  voucherCode: "REHEARSAL1",
} as const;

/** She entered a second time, as people do. */
export const INVENTED_LOOK_ALIKE = {
  ...INVENTED_WINNER,
  firstName: "Ma. Maria",
  phone: "+63 900 000 0001",
  email: "ma.ria@example.org",
  entryCode: "MARIATWO",
} as const;

/** Stands for the hash of a list that does not exist. */
export const INVENTED_LOCK = "0123456789abcdef".repeat(4);

/** The raffle as it is before the evening, whatever happened of it since. */
export function unlocked(raffle: PublicRaffle): PublicRaffle {
  return { ...raffle, open: true, lockedAt: null, roundAt: null, drawnAt: null, announcedAt: null };
}

/** The standing of an invented entry, which did every rule and wished for nothing. */
export function inventedStanding(raffle: PublicRaffle): Standing {
  const doneRules = raffle.rules.map(({ id }) => id);
  return standingIn(raffle)({ doneRules, claimedRules: [], earned: {}, wishes: [], disqualifiedFor: null });
}
