import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { writeDecision } from "./disqualify.ts";
import type { Pair, Verdict } from "./rules.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

export type PairDecision = {
  /** Untrusted. */
  readonly pair: Pair;
  readonly verdict: Verdict;
  /** Which of both stays in play if they are of one person. */
  readonly stays: "first" | "second";
  /** Why the other one is out, which its entrant reads. */
  readonly reason: string;
};

/** `pair-decided`: somebody else has decided on it meanwhile, or one of both is out of play. */
export type PairRefusal = Refusal<"entry-not-found" | "pair-decided"> | ListLocked;

/** What was decided just now, with the name of who was taken out of play or put back. */
export type DecidedPair = {
  readonly pair: Pair;
  readonly verdict: Verdict;
  readonly name: { readonly firstName: string; readonly lastName: string } | null;
};

type Entries = NonNullable<Awaited<ReturnType<typeof lockEntries>>>;

/** Runs a decision while the list cannot be locked and nobody else can decide on either entry. */
function whileHeld(
  db: Database,
  scope: OrganiserScope,
  pair: Pair,
  decide: (tx: Transaction, entries: Entries) => Promise<Outcome<DecidedPair, PairRefusal>>,
): Promise<Outcome<DecidedPair, PairRefusal>> {
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, scope.raffleId, { by: "shop" });
    if (!held.ok) return held;
    const entries = await lockEntries(tx, scope, pair);
    return entries ? decide(tx, entries) : refuse({ reason: "entry-not-found" });
  });
}

/**
 * Decides whether two entries are of one person; of one person's entries, one is taken out of play. Of several who
 * decide at once the first does: both rows are locked, so that no two can take each other's entry out.
 *
 * @returns refusals: see PairRefusal. The same decision once more is accepted and changes nothing.
 */
export async function decideOnPair(
  { db, clock }: Deps,
  scope: OrganiserScope,
  { pair, verdict, stays, reason }: PairDecision,
): Promise<Outcome<DecidedPair, PairRefusal>> {
  return whileHeld(db, scope, pair, async (tx, entries) => {
    const stored = await findDecision(tx, scope, pair);
    const out = verdict === "same" ? entries[stays === "first" ? "second" : "first"] : null;
    if (stored?.verdict === verdict && stored.outId === (out?.id ?? null) && out?.disqualifiedFor !== null) {
      return accept({ pair, verdict, name: out && nameOf(out) });
    }
    const isOut = entries.first.disqualifiedFor !== null || entries.second.disqualifiedFor !== null;
    if (isOut || stored?.verdict === "different") return refuse({ reason: "pair-decided" });
    const decision = { verdict, outId: out?.id ?? null, decidedAt: clock(), decidedBy: scope.actor };
    await tx
      .insertInto("lookAlikeDecisions")
      .values({ raffleId: scope.raffleId, ...pair, ...decision })
      .onConflict((conflict) => conflict.columns(["raffleId", "firstId", "secondId"]).doUpdateSet(decision))
      .execute();
    if (out) await writeDecision(tx, scope, { entry: out, action: "disqualify-entry", reason }, clock);
    if (verdict === "different") await record(tx, scope, entries.second, { verdict }, clock);
    return accept({ pair, verdict, name: out && nameOf(out) });
  });
}

/**
 * Takes a decision back: an entry that it took out of play is in play again.
 *
 * @param reason why, for the log of changes
 * @returns refusals: see PairRefusal
 */
export async function takeBackDecision(
  { db, clock }: Deps,
  scope: OrganiserScope,
  { pair, verdict, reason }: Pick<PairDecision, "pair" | "verdict" | "reason">,
): Promise<Outcome<DecidedPair, PairRefusal>> {
  return whileHeld(db, scope, pair, async (tx, entries) => {
    const gone = await tx
      .deleteFrom("lookAlikeDecisions")
      .where("raffleId", "=", scope.raffleId)
      .where("firstId", "=", pair.firstId)
      .where("secondId", "=", pair.secondId)
      .where("verdict", "=", verdict)
      .returning("outId")
      .executeTakeFirst();
    if (!gone) return refuse({ reason: "pair-decided" });
    const out = Object.values(entries).find(({ id }) => id === gone.outId) ?? null;
    if (out) await writeDecision(tx, scope, { entry: out, action: "reinstate-entry", reason }, clock);
    if (verdict === "different") await record(tx, scope, entries.second, { verdict: "open" }, clock);
    return accept({ pair, verdict, name: out && nameOf(out) });
  });
}

async function findDecision(tx: Transaction, { raffleId }: OrganiserScope, { firstId, secondId }: Pair) {
  return tx
    .selectFrom("lookAlikeDecisions")
    .select(["verdict", "outId"])
    .where("raffleId", "=", raffleId)
    .where("firstId", "=", firstId)
    .where("secondId", "=", secondId)
    .executeTakeFirst();
}

/** Reads both entries and locks them, in one order for everybody. */
async function lockEntries(tx: Transaction, { raffleId }: OrganiserScope, { firstId, secondId }: Pair) {
  if (!isId(firstId) || !isId(secondId) || firstId >= secondId) return null;
  const [first, second] = await tx
    .selectFrom("entries")
    .select(["id", "entryCode", "firstName", "lastName", "disqualifiedFor"])
    .where("raffleId", "=", raffleIdForLookup(tx, raffleId))
    .where("id", "in", [firstId, secondId])
    .orderBy("id")
    .forUpdate()
    .execute();
  return first && second ? { first, second } : null;
}

/** The log keeps that two entries were found to be of different people, under the younger one. */
async function record(
  tx: Transaction,
  scope: OrganiserScope,
  { id, entryCode }: { readonly id: string; readonly entryCode: string },
  after: { readonly verdict: "different" | "open" },
  clock: Clock,
): Promise<void> {
  const change = { action: "judge-look-alikes", subject: entryCode, entryId: id, before: null, after } as const;
  await recordChange(tx, scope, change, clock);
}

function nameOf({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) {
  return { firstName, lastName };
}
