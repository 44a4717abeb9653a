import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { recordChange } from "../audit/audit.ts";
import type { OnSecurityEvent } from "../audit/security-events.ts";
import { roleOf } from "../roles.ts";
import { type AccountScope, type EventScope, type OrganiserScope, scopeIdOf } from "../scope.ts";
import { lockTeam } from "../team/members.ts";
import { hashAccessCode, newAccessCode } from "./access-code.ts";
import { renewCode } from "./renew-code.ts";

export type RotationRefusal = Refusal<"raffle-not-found" | "event-not-found" | "access-code-changed" | "owner-only">;

type Deps = { db: Database; secret: Uint8Array; clock: Clock; onSecurityEvent?: OnSecurityEvent };

/**
 * Gives a raffle or an event a new access code. The old code, and every browser's pass for it, stops working.
 * Of several concurrent calls one succeeds; the others are refused with `access-code-changed`. Otherwise they would
 * return codes that no longer work. Of a raffle that has owners, only these and admins renew it (`owner-only`): an
 * organiser who is removed later would know the code.
 *
 * @param account who is signed in, where the code was the proof
 * @returns the new code, which cannot be read again
 */
export async function rotateAccessCode(
  deps: Deps,
  scope: OrganiserScope | EventScope,
  account: AccountScope | null = null,
): Promise<Outcome<{ accessCode: string }, RotationRefusal>> {
  const outcome = await inTransaction<Outcome<{ accessCode: string }, RotationRefusal>>(deps.db, (tx) =>
    "eventId" in scope ? rotateOfEvent(tx, deps, scope) : rotateOfRaffle(tx, deps, scope, account),
  );
  const { raffleId, eventId, userId } = { raffleId: undefined, eventId: undefined, ...scope };
  if (outcome.ok) {
    deps.onSecurityEvent?.({ event: "access-code-renewed", raffleId, eventId, userId: userId ?? undefined });
  }
  return outcome;
}

async function rotateOfRaffle(tx: Transaction, deps: Deps, scope: OrganiserScope, account: AccountScope | null) {
  const raffle = await lockTeam(tx, scope.raffleId);
  if (!raffle) return refuse({ reason: "raffle-not-found" } as const);
  const owners = raffle.team.filter(({ role }) => role === "owner");
  const userId = scope.userId ?? account?.userId ?? null;
  const isOwner = owners.some((owner) => owner.userId === userId);
  if (owners.length > 0 && !isOwner && !(await isAdmin(tx, userId))) return refuse({ reason: "owner-only" } as const);
  if (!raffle.accessCodeHash.equals(scope.accessCodeHash)) return refuse({ reason: "access-code-changed" } as const);
  return accept({ accessCode: await renewCode(tx, deps, scope, raffle.codeId) });
}

async function isAdmin(tx: Transaction, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  const found = await tx.selectFrom("users").select("role").where("id", "=", userId).executeTakeFirst();
  return roleOf(found?.role) === "admin";
}

async function rotateOfEvent(tx: Transaction, { secret, clock }: Deps, scope: EventScope) {
  const id = scopeIdOf(scope);
  const accessCode = newAccessCode();
  const updated = await tx
    .updateTable("events")
    .set({ accessCodeHash: hashAccessCode(secret, id, accessCode) })
    .where("id", "=", id)
    .where("accessCodeHash", "=", scope.accessCodeHash)
    .executeTakeFirstOrThrow();
  const event = await tx.selectFrom("events").select("code as subject").where("id", "=", id).executeTakeFirst();
  if (!event) return refuse({ reason: "event-not-found" } as const);
  if (updated.numUpdatedRows === 0n) return refuse({ reason: "access-code-changed" } as const);
  // The log records only that the code changed, never the code.
  const change = { action: "new-access-code" as const, subject: event.subject, before: null, after: null };
  await recordChange(tx, scope, change, clock);
  return accept({ accessCode });
}
