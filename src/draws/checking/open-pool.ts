import type { OrganiserScope } from "#src/access/scope.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type EditRefusal, editRaffleFrom } from "#src/raffles/lifecycle/edit-raffle.ts";
import { findRaffle } from "#src/raffles/read.ts";

/**
 * Lets everybody in play be in a prize's draw, where too few wished for it. It is an edit of the raffle: the change of
 * its plan is public, logged, and mailed to its entrants.
 *
 * @param prizeId untrusted
 * @returns refusals: `not-found` (no such prize), and those of an edit, `list-locked` among them
 */
export async function openPool(
  deps: Parameters<typeof editRaffleFrom>[0],
  scope: OrganiserScope,
  prizeId: string,
): Promise<Outcome<unknown, EditRefusal | Refusal<"not-found">>> {
  const raffle = await findRaffle(deps.db, scope.raffleId);
  if (!raffle?.prizes.some(({ id }) => id === prizeId)) return refuse({ reason: "not-found" });
  const prizes = raffle.prizes.map((prize) => (prize.id === prizeId ? { ...prize, pool: "everyone" } : prize));
  return editRaffleFrom(deps, scope, { prizes }, { version: raffle.version });
}
