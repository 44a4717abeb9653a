import type { Standing } from "#src/entries/standing/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { Ticket } from "./protocol/list/ticket.ts";

/**
 * What an entry can win by the locked list. Nothing that decides it changes after the lock, but earlier versions listed
 * an entry that chose no prize without a wish: it is in the draws that need none.
 *
 * @param standing by what the entry has, which the lock froze
 */
export function lockedStanding(
  standing: Standing,
  ticket: Pick<Ticket, "wishes" | "out">,
  { prizes }: Pick<PublicRaffle, "prizes">,
): Standing {
  if (ticket.out === "won-before") return { state: "won-before" };
  if (standing.state !== "in" || ticket.wishes.length > 0) return standing;
  const open = prizes.filter(({ pool }) => pool !== "wished");
  return { ...standing, prizes: open, all: open.length === prizes.length };
}
