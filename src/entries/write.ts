import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { wayOf } from "#src/raffles/proof/ways.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { ENTRY_LIMITS, NOTES_TOO_LONG } from "./limits.ts";
import { applyChecklist, applyWishlist, notesBytes, unknownIds } from "./rules.ts";
import type { EntryChanges, Wish } from "./schema.ts";

/** Ticks and wishes as they are stored. */
export type Ticks = {
  readonly doneRules: readonly string[];
  readonly claimedRules: readonly string[];
  readonly wishes: readonly Wish[];
};

/**
 * Writes a change of ticks and wishes to an entry whose row is locked, for its entrant or organiser. Of rules that are
 * not just said, it changes only whether the entrant claims to have done one that the shop checks. An organiser decides
 * on those elsewhere (src/earning).
 *
 * @returns the new ticks and wishes, or null if nothing changed; refusal: `invalid-fields`
 */
export async function writeTicks(
  tx: Transaction,
  entry: { raffle: PublicRaffle; raffleId: string; entryId: string; before: Ticks; by: "entrant" | "organiser" },
  changes: EntryChanges,
  clock: Clock,
): Promise<Outcome<Ticks | null, Refusal<"invalid-fields">>> {
  const { raffle, before } = entry;
  const { rules, wishes, notes } = changes;
  const wishChanges = [wishes, notes].filter((change) => change !== undefined);
  if (
    rules &&
    unknownIds(
      rules.items.map((item) => item.ruleId),
      raffle.rules,
    ).length > 0
  ) {
    return refuse({ reason: "invalid-fields", fields: { rules: [{ key: "ruleUnknown" }] } });
  }
  const named = wishChanges.flatMap((change) => change.items.map((item) => item.prizeId));
  if (unknownIds(named, raffle.prizes).length > 0) {
    return refuse({ reason: "invalid-fields", fields: { wishes: [{ key: "prizeUnknown" }] } });
  }
  const rulesBy = (tick: "done" | "claim") => raffle.rules.filter(({ proof }) => wayOf(proof).tick === tick);
  const said = rulesBy("done");
  const claims = entry.by === "entrant" ? rulesBy("claim") : [];
  const checked = claims.filter(({ id }) => !before.doneRules.includes(id));
  const isUnticked = (id: string) => ![...said, ...claims].some((rule) => rule.id === id);
  if (rules?.items.some(({ ruleId, status }) => status === "Done" && isUnticked(ruleId))) {
    return refuse({ reason: "invalid-fields", fields: { rules: [{ key: "ruleEarned" }] } });
  }
  const ticks = {
    doneRules: rules ? applyChecklist(before.doneRules, rules, said) : before.doneRules,
    claimedRules: rules ? applyChecklist(before.claimedRules, rules, checked) : before.claimedRules,
    wishes: wishChanges.reduce(applyWishlist, [...before.wishes]),
  };
  const { doneRules, claimedRules, wishes: after } = ticks;
  if (canonicalJson(ticks) === canonicalJson(ticksOf(before))) return accept(null);
  // An entry of before may hold more: it can be made shorter.
  if (notesBytes(after) > Math.max(ENTRY_LIMITS.notesBytes, notesBytes(before.wishes))) {
    return refuse({ reason: "invalid-fields", fields: { wishes: [NOTES_TOO_LONG] } });
  }
  await tx
    .updateTable("entries")
    .set({
      doneRules: [...doneRules],
      claimedRules: [...claimedRules],
      wishes: JSON.stringify(after),
      updatedAt: clock(),
    })
    .where("raffleId", "=", raffleIdForLookup(tx, entry.raffleId))
    .where("id", "=", entry.entryId)
    .execute();
  await noteEntryChanges(tx, entry.raffleId, [entry.entryId]);
  return accept(ticks);
}

/** The ticks and wishes of a row that has more. */
export function ticksOf({ doneRules, claimedRules, wishes }: Ticks): Ticks {
  return { doneRules, claimedRules, wishes };
}
