import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { recordChange } from "../audit/audit.ts";
import type { OnSecurityEvent } from "../audit/security-events.ts";
import { renewCode } from "../codes/renew-code.ts";
import { actorOf, subjectOf } from "../organiser.ts";
import { TEAM_ROLES, type TeamRole, teamRoleOf } from "../roles.ts";
import {
  type AccountScope,
  type MemberScope,
  mintMemberScope,
  type OrganiserScope,
  type OwnerScope,
} from "../scope.ts";

export type TeamDeps = { readonly db: Database; readonly clock: Clock };

/** What removing somebody needs: the raffle's access code is renewed with it. */
type RemovalDeps = TeamDeps & { readonly secret: Uint8Array; readonly onSecurityEvent?: OnSecurityEvent };

/** A member after a change, and the new access code, if it was renewed. */
export type ChangedMember = Member & { readonly accessCode: string | null };

/** An account that belongs to a raffle's people. */
export type Member = {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly role: TeamRole;
  /** When they became a member; of a member who was made an owner later, when that was. */
  readonly joinedAt: Date;
};

type MemberRefusal = Refusal<"member-not-found" | "last-owner">;

export type OwnerRefusal = Refusal<"raffle-not-found" | "owner-only">;

/** All people of a raffle, the first first. */
export async function listMembers(
  reader: Reader,
  { raffleId }: Pick<OrganiserScope | MemberScope, "raffleId">,
): Promise<Member[]> {
  const rows = await reader
    .selectFrom("raffleMembers")
    .innerJoin("users", "users.id", "userId")
    .select(["userId", "username", "email", "raffleMembers.role", "joinedAt"])
    .where("raffleId", "=", raffleId)
    .orderBy("joinedAt")
    .orderBy("userId")
    .execute();
  return rows.flatMap((row) => {
    const role = teamRoleOf(row.role);
    return role ? [{ ...row, role }] : [];
  });
}

/** Makes an account the owner of a raffle that is being created, in the caller's transaction. */
export async function addFirstOwner(
  tx: Transaction,
  member: { readonly raffleId: string; readonly userId: string; readonly joinedAt: Date },
): Promise<void> {
  await tx
    .insertInto("raffleMembers")
    .values({ ...member, role: "owner" })
    .execute();
}

/**
 * Takes a raffle that has no owner into an account. Of two accounts at once, one becomes its owner.
 *
 * @param organiser the proof of the access code. Refusals: `raffle-owned`, `raffle-not-found`, and
 *   `access-code-changed` if the code was renewed since the proof
 */
export async function adoptRaffle(
  { db, clock }: TeamDeps,
  organiser: OrganiserScope,
  account: AccountScope,
): Promise<Outcome<{ readonly codeId: string }, Refusal<"raffle-owned" | "raffle-not-found" | "access-code-changed">>> {
  const { raffleId } = organiser;
  return inTransaction(db, async (tx) => {
    const raffle = await lockTeam(tx, raffleId);
    if (!raffle) return refuse({ reason: "raffle-not-found" });
    if (!raffle.accessCodeHash.equals(organiser.accessCodeHash)) return refuse({ reason: "access-code-changed" });
    if (ownersOf(raffle.team).length > 0) return refuse({ reason: "raffle-owned" });
    const owner = { raffleId, userId: account.userId, role: "owner" } as const;
    await putMember(tx, { ...owner, joinedAt: clock() });
    const change = { action: "adopt-raffle", subject: raffle.codeId, before: null, after: null } as const;
    await recordChange(tx, mintMemberScope({ ...owner, actor: actorOf(account) }), change, clock);
    return accept({ codeId: raffle.codeId });
  });
}

/**
 * Gives a member another role. A lower one renews the access code in the same transaction: whoever held the higher one
 * may know it. Refuses with `member-not-found`, and with `last-owner` to leave a raffle without one.
 */
export async function changeMemberRole(
  deps: RemovalDeps,
  scope: OwnerScope,
  { userId, role }: { readonly userId: string; readonly role: string },
): Promise<Outcome<ChangedMember, OwnerRefusal | MemberRefusal>> {
  const { raffleId } = scope;
  const changed = await asOwner<ChangedMember, MemberRefusal>(deps.db, scope, async (tx, { team, codeId }) => {
    const member = team.find((one) => one.userId === userId);
    const now = teamRoleOf(role);
    if (!member || !now) return refuse({ reason: "member-not-found" });
    if (member.role === now) return accept({ ...member, accessCode: null });
    if (isLastOwner(team, userId)) return refuse({ reason: "last-owner" });
    await putMember(tx, { raffleId, userId, role: now, joinedAt: deps.clock() });
    const change = { subject: subjectOf(member), before: { role: member.role }, after: { role: now } };
    await recordChange(tx, scope, { action: "change-member-role", ...change }, deps.clock);
    const isLower = TEAM_ROLES.indexOf(now) > TEAM_ROLES.indexOf(member.role);
    return accept({ ...member, role: now, accessCode: isLower ? await renewCode(tx, deps, scope, codeId) : null });
  });
  return reportRenewal(deps, scope, changed);
}

/**
 * Takes somebody out of a raffle's people, and renews its access code in the same transaction: they may know it.
 * Refuses as `changeMemberRole`.
 */
export async function removeMember(
  deps: RemovalDeps,
  scope: OwnerScope,
  userId: string,
): Promise<Outcome<ChangedMember, OwnerRefusal | MemberRefusal>> {
  const removed = await asOwner<ChangedMember, MemberRefusal>(deps.db, scope, async (tx, { team, codeId }) => {
    const member = team.find((one) => one.userId === userId);
    if (!member) return refuse({ reason: "member-not-found" });
    if (isLastOwner(team, userId)) return refuse({ reason: "last-owner" });
    await dropMember(tx, scope.raffleId, userId);
    const change = { subject: subjectOf(member), before: { role: member.role }, after: null };
    await recordChange(tx, scope, { action: "remove-member", ...change }, deps.clock);
    return accept({ ...member, accessCode: await renewCode(tx, deps, scope, codeId) });
  });
  return reportRenewal(deps, scope, removed);
}

function reportRenewal<Refused>(
  { onSecurityEvent }: RemovalDeps,
  { raffleId, userId }: OwnerScope,
  outcome: Outcome<ChangedMember, Refused>,
): Outcome<ChangedMember, Refused> {
  if (outcome.ok && outcome.value.accessCode) onSecurityEvent?.({ event: "access-code-renewed", raffleId, userId });
  return outcome;
}

/** A member leaves. The last owner is refused with `last-owner`; who is gone already, with `raffle-not-found`. */
export async function leaveRaffle(
  { db, clock }: TeamDeps,
  scope: MemberScope,
): Promise<Outcome<null, Refusal<"raffle-not-found" | "last-owner">>> {
  return inTransaction(db, async (tx) => {
    const { team = [] } = (await lockTeam(tx, scope.raffleId)) ?? {};
    const member = team.find((one) => one.userId === scope.userId);
    if (!member) return refuse({ reason: "raffle-not-found" });
    if (isLastOwner(team, scope.userId)) return refuse({ reason: "last-owner" });
    await dropMember(tx, scope.raffleId, scope.userId);
    const change = { subject: subjectOf(member), before: { role: member.role }, after: null };
    await recordChange(tx, scope, { action: "leave-raffle", ...change }, clock);
    return accept(null);
  });
}

/**
 * Runs an owner's change of a raffle's people. Changes of one raffle wait for each other here, so that each sees who is
 * left. Entries do not wait. An owner who was removed meanwhile is refused with `owner-only`.
 */
export async function asOwner<Value, Refused>(
  db: Database,
  scope: OwnerScope,
  work: (
    tx: Transaction,
    raffle: { readonly team: readonly Member[]; readonly codeId: string },
  ) => Promise<Outcome<Value, Refused>>,
): Promise<Outcome<Value, Refused | OwnerRefusal>> {
  return inTransaction<Outcome<Value, Refused | OwnerRefusal>>(db, async (tx) => {
    const raffle = await lockTeam(tx, scope.raffleId);
    if (!raffle) return refuse({ reason: "raffle-not-found" });
    if (!ownersOf(raffle.team).includes(scope.userId)) return refuse({ reason: "owner-only" });
    return work(tx, raffle);
  });
}

/** Locks a raffle's people until the transaction ends, and reads them. Null if the raffle is gone. */
export async function lockTeam(tx: Transaction, raffleId: string) {
  const raffle = await tx
    .selectFrom("raffles")
    .select(["codeId", "accessCodeHash"])
    .where("id", "=", raffleId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return raffle ? { ...raffle, team: await listMembers(tx, { raffleId }) } : null;
}

/**
 * Stores a member, or their new role. Who becomes an owner joins anew: the first owner decides on whose shop's page the
 * raffle is, and an earlier helper would take it along.
 */
export async function putMember(
  tx: Transaction,
  member: Pick<MemberScope, "raffleId" | "userId" | "role"> & { readonly joinedAt: Date },
): Promise<void> {
  const { role, joinedAt } = member;
  const changes = role === "owner" ? { role, joinedAt } : { role };
  await tx
    .insertInto("raffleMembers")
    .values(member)
    .onConflict((conflict) => conflict.columns(["raffleId", "userId"]).doUpdateSet(changes))
    .execute();
}

async function dropMember(tx: Transaction, raffleId: string, userId: string): Promise<void> {
  await tx.deleteFrom("raffleMembers").where("raffleId", "=", raffleId).where("userId", "=", userId).execute();
}

function ownersOf(team: readonly Member[]): string[] {
  return team.filter(({ role }) => role === "owner").map(({ userId }) => userId);
}

function isLastOwner(team: readonly Member[], userId: string): boolean {
  const owners = ownersOf(team);
  return owners.length === 1 && owners[0] === userId;
}
