import type { HeldPrize } from "#src/draws/prize-holders.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";

/** Who won what, by the ticket's number, and the shop's thanks. Null before the draw. */
export function winnersView(raffle: PublicRaffle, held: readonly HeldPrize[] | null, thanks: string) {
  if (!held) return null;
  const names = prizeNamesOf(raffle.prizes);
  return { prizes: held.map((prize) => ({ ...prize, name: names.get(prize.prizeCode) ?? prize.prizeCode })), thanks };
}

export type WinnersView = ReturnType<typeof winnersView>;
