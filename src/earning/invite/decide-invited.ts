import { recordChange } from "#src/access/audit/audit.ts";
import { readReason } from "#src/access/audit/reason.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { addRows } from "../write.ts";
import { readInvited, readInviteRows } from "./read.ts";
import { knownOf, sourceOf, statesOf } from "./states.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/** What the shop found of an entry that waits because it is alike. All of it is untrusted. */
export type InvitedDecision = {
  /** Of the inviter. */
  readonly entryCode: string;
  readonly ruleId: string;
  readonly invitedId: string;
  readonly counts: boolean;
  /** Why not: the inviter reads it. */
  readonly reason: string;
};

/**
 * Lets an invited entry count for its inviter, or says why it does not. What counts already is taken back by
 * `takeBackDrops`. What is so already stays as it is.
 *
 * @returns whether it changed anything; refusals: `invalid-fields` (the reason), `list-locked`, `entry-not-found`,
 *   `drops-not-found` where the entry did not come by that link
 */
export async function decideInvited(
  { db, clock }: Deps,
  scope: OrganiserScope,
  { entryCode, ruleId, invitedId, counts, reason: typed }: InvitedDecision,
): Promise<
  Outcome<{ readonly changed: boolean }, Refusal<"invalid-fields" | "entry-not-found" | "drops-not-found"> | ListLocked>
> {
  const read = counts ? accept("") : readReason(typed);
  if (!read.ok) return read;
  const reason = read.value;
  const { raffleId } = scope;
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, raffleId, { by: "shop" });
    if (!held.ok) return held;
    const raffle = await findRaffle(tx, raffleId);
    const inviter = await tx
      .selectFrom("entries")
      .select(["id", "entryCode"])
      .where("raffleId", "=", raffleId)
      .where("entryCode", "=", typedCode(entryCode))
      .forUpdate()
      .executeTakeFirst();
    if (!raffle || !inviter) return refuse({ reason: "entry-not-found" } as const);
    const rule = raffle.rules.find(({ id, proof }) => id === ruleId && proof === "invite");
    const invited = await readInvited(tx, raffle, inviter.id);
    const rows = (await readInviteRows(tx, raffleId, inviter.id)).filter((row) => row.ruleId === ruleId);
    const state = rule && statesOf(invited, rows, rule).get(invitedId);
    if (!rule || state === undefined) return refuse({ reason: "drops-not-found" } as const);
    const isOpen = counts ? state === "waits" || state === "refused" : state === "waits";
    if (!isOpen) return accept({ changed: false });
    const sourceKey = sourceOf(invitedId, knownOf(rows)(invitedId).rows);
    const drops = counts ? rule.drops : 0;
    const row = { entryId: inviter.id, ruleId, way: "invite", drops, sourceKey, reason } as const;
    const at = clock();
    await addRows(tx, raffleId, [row], { by: scope, at });
    const after = { rule: rule.details, ...(counts ? { drops } : { reason }) };
    const action = counts ? "confirm-rule" : "refuse-claim";
    const change = { action, subject: inviter.entryCode, entryId: inviter.id, before: null, after } as const;
    await recordChange(tx, scope, change, clock);
    return accept({ changed: true });
  });
}
