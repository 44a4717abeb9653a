import { recordChange } from "#src/access/audit/audit.ts";
import { readReason } from "#src/access/audit/reason.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { type Clock, DAY_MS } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { mailAboutClaim } from "#src/draws/mails/write.ts";
import { parseTimestamp } from "#src/raffles/wall-clock.ts";
import { AGAIN_DAYS, MAX_EXTENSION_DAYS } from "./limits.ts";
import { CLAIM_ANSWERED, CLAIM_EXTENDED } from "./mails/templates.ts";

type Deps = { readonly db: Database; readonly clock: Clock };

/** Why an organiser cannot answer a claim: there is none, it is somebody else's by now, or its prize is handed over. */
type NotOpen = Refusal<"claim-not-found" | "prize-replaced" | "prize-handed-over">;

export type TurnDownRefusal = NotOpen | Refusal<"invalid-fields" | "not-claimed">;
export type ExtendRefusal = NotOpen | Refusal<"invalid-fields" | "prize-claimed">;

/**
 * Turns a claim down, with a reason that its winner is mailed. The prize can be claimed again until the deadline, for
 * AGAIN_DAYS at least: whoever claimed in time is not "unclaimed". The voucher is worth nothing from now on.
 *
 * @param sent.claimedAt the claim that the organiser saw, in ISO 8601: one that came after it is not turned down
 * @returns refusals: see TurnDownRefusal; asked again, it changes nothing
 */
export async function turnDownClaim(
  { db, clock }: Deps,
  scope: OrganiserScope,
  sent: { readonly claimId: string; readonly claimedAt: string; readonly reason: string },
): Promise<Outcome<void, TurnDownRefusal>> {
  const read = readReason(sent.reason);
  if (!read.ok) return read;
  const reason = read.value;
  return inTransaction(db, async (tx) => {
    const held = await holdClaim(tx, scope, sent.claimId);
    if (!held.ok) return held;
    const { id, entryId, prizeCode, ticket, claimedAt, turnedDownFor, claimBy: before } = held.value;
    if (claimedAt === null) return turnedDownFor === reason ? accept(undefined) : refuse({ reason: "not-claimed" });
    if (claimedAt.toISOString() !== sent.claimedAt) return refuse({ reason: "not-claimed" });
    const now = clock();
    const claimBy = new Date(Math.max(before.getTime(), now.getTime() + AGAIN_DAYS * DAY_MS));
    const values = { claimedAt: null, voucherCode: null, turnedDownAt: now, turnedDownFor: reason, claimBy };
    await tx.updateTable("claims").set(values).where("raffleId", "=", scope.raffleId).where("id", "=", id).execute();
    await mailAboutClaim(tx, { raffleId: scope.raffleId, claimId: id, kind: CLAIM_ANSWERED });
    const change = {
      subject: prizeCode,
      entryId,
      before: { ticket, claimedAt, claimBy: before },
      after: { ticket, reason, claimBy },
    };
    await recordChange(tx, scope, { action: "turn-down-claim", ...change }, clock);
    return accept(undefined);
  });
}

/**
 * Gives a winner more time to claim, with a reason for the log of changes. The winner is mailed the new deadline.
 *
 * @param sent.until a day, whose end is the deadline, or a moment, in the site's time zone
 * @returns refusals: see ExtendRefusal; asked again, it changes nothing
 */
export async function extendClaim(
  { db, clock, config: { timeZone } }: Deps & { readonly config: { readonly timeZone: string } },
  scope: OrganiserScope,
  sent: { readonly claimId: string; readonly until: string; readonly reason: string },
): Promise<Outcome<void, ExtendRefusal>> {
  const now = clock();
  const latest = now.getTime() + MAX_EXTENSION_DAYS * DAY_MS;
  const until = parseTimestamp(sent.until, timeZone);
  const reason = readReason(sent.reason);
  const isTime = until !== null && until > now && until.getTime() <= latest;
  if (!reason.ok || !isTime) {
    const fields = reason.ok ? {} : reason.refusal.fields;
    return refuse({
      reason: "invalid-fields",
      fields: { ...fields, ...(!isTime && { until: [{ key: "deadlineInvalid" }] }) },
    });
  }
  return inTransaction(db, async (tx) => {
    const held = await holdClaim(tx, scope, sent.claimId);
    if (!held.ok) return held;
    const { id, entryId, prizeCode, ticket, claimedAt, claimBy } = held.value;
    if (claimedAt !== null) return refuse({ reason: "prize-claimed" });
    if (claimBy.getTime() === until.getTime()) return accept(undefined);
    if (claimBy > until) return refuse({ reason: "invalid-fields", fields: { until: [{ key: "deadlineEarlier" }] } });
    await tx
      .updateTable("claims")
      // The last reminder counts from the new deadline.
      .set((eb) => ({ claimBy: until, reminders: eb.fn<number>("least", ["reminders", eb.lit(1)]) }))
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", id)
      .execute();
    await mailAboutClaim(tx, { raffleId: scope.raffleId, claimId: id, kind: CLAIM_EXTENDED });
    const after = { ticket, claimBy: until, reason: reason.value };
    const change = { subject: prizeCode, entryId, before: { ticket, claimBy }, after };
    await recordChange(tx, scope, { action: "extend-claim", ...change }, clock);
    return accept(undefined);
  });
}

/** Locks a claim until the transaction ends, if its prize is still to be handed over by it. */
async function holdClaim(tx: Transaction, { raffleId }: OrganiserScope, claimId: string) {
  const claim = isId(claimId)
    ? await tx
        .selectFrom("claims")
        .select(["id", "entryId", "prizeCode", "ticket", "claimBy", "claimedAt", "turnedDownFor"])
        .select(["handedOverAt", "goneAt"])
        .where("raffleId", "=", raffleId)
        .where("id", "=", claimId)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!claim) return refuse({ reason: "claim-not-found" } as const);
  if (claim.goneAt) return refuse({ reason: "prize-replaced" } as const);
  if (claim.handedOverAt) return refuse({ reason: "prize-handed-over" } as const);
  return accept(claim);
}
