import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { tickEntries } from "#src/entries/edit/tick-entries.ts";
import type { ListLocked } from "#src/raffles/list-lock.ts";
import { wayOf } from "#src/raffles/proof/ways.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { type ClaimDecision, type Decided, decideClaims } from "./decide-claims.ts";

/**
 * Marks a rule as done or not done for entries that the organiser chose. Where a tick is believed it is one; where the
 * shop checks, it is what `decideClaims` says.
 *
 * @returns how many entries it changed, and how many stay refused; refusals: `list-locked`, `invalid-fields`
 */
export async function tickRule(
  deps: { readonly db: Database; readonly clock: Clock },
  scope: OrganiserScope,
  decision: ClaimDecision,
): Promise<Outcome<Decided, Refusal<"invalid-fields"> | ListLocked>> {
  const raffle = await findRaffle(deps.db, scope.raffleId);
  const rule = raffle?.rules.find(({ id }) => id === decision.ruleId);
  const tick = wayOf(rule?.proof ?? "said").tick;
  if (tick === "none") return refuse({ reason: "invalid-fields", fields: { rules: [{ key: "ruleEarned" }] } });
  return tick === "claim"
    ? decideClaims(deps, scope, decision)
    : tickEntries(deps, scope, { ...decision, done: decision.isDone });
}
