import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { DAY_MS } from "#src/base/clock.ts";
import { signingKey } from "#src/base/derive-key.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { MessageKey, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import { maskEmail } from "#src/contact/masks.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { recordChange } from "../audit/audit.ts";
import { MAX_PEOPLE } from "../limits.ts";
import { actorOf } from "../organiser.ts";
import { TEAM_ROLES, type TeamRole, teamRoleOf } from "../roles.ts";
import { type AccountScope, mintMemberScope, type OwnerScope } from "../scope.ts";
import { hashToken, isToken, TOKEN_BYTES } from "../secret-token.ts";
import { asOwner, lockTeam, type OwnerRefusal, putMember, type TeamDeps } from "./members.ts";

export const INVITATION_MAIL = "raffle-invitation";

/** A week: long enough for a holiday, short enough that a forgotten mailbox opens nothing. */
const LASTS_MS = 7 * DAY_MS;

/**
 * Each may send a mail to a stranger. The subjects are the raffle and the account: a large shop invites its staff in
 * one day. The mails themselves have harder limits (invitation-mail.ts).
 */
const INVITATIONS = {
  action: "invitation",
  network: { free: 100, windowMs: DAY_MS, doublesAfter: 50 },
  subject: { free: 30, windowMs: DAY_MS, doublesAfter: 10 },
} as const satisfies ActionPolicy;

const sentInvitation = z.object({
  email: z.string().transform((typed, context) => {
    const email = normaliseEmail(typed);
    if (email === null) context.addIssue(typed.trim() === "" ? "emailRequired" : "emailInvalid");
    return email ?? "";
  }),
  role: z.enum(TEAM_ROLES, "teamRoleRequired"),
});

/** An invitation that can still be accepted, as a raffle's owners see it. */
export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: TeamRole;
  readonly expiresAt: Date;
};

/** An invitation as whoever has its link sees it. */
export type FoundInvitation = {
  readonly id: string;
  readonly raffleId: string;
  readonly codeId: string;
  readonly raffle: string;
  readonly inviter: string;
  readonly email: string;
  readonly role: TeamRole;
  readonly expiresAt: Date;
};

/**
 * Invites somebody to a raffle by mail. Whoever is invited again gets a new link, and the link before ends.
 *
 * @param typed untrusted: the address and the role
 * @param by the account's language, and whether the site sends mail
 * @returns the link's token, which is shown this once; refusals: `invalid-fields`, `inviter-unverified` where the
 *   account's own address was never confirmed, `challenge-required`, and as `asOwner`
 */
export async function inviteMember(
  { db, clock, secret }: TeamDeps & { readonly secret: Uint8Array },
  scope: OwnerScope,
  typed: { readonly email: string; readonly role: string },
  by: CountedVisitor & { readonly account: AccountScope; readonly language: Language; readonly sendsMail: boolean },
): Promise<
  Outcome<
    { readonly token: string; readonly email: string },
    Refusal<"invalid-fields" | "inviter-unverified"> | OwnerRefusal | ChallengeRefusal
  >
> {
  const parsed = sentInvitation.safeParse(typed);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  // Anybody can register with a stranger's address, and would write to others in that name.
  if (by.sendsMail && !by.account.emailVerified) return refuse({ reason: "inviter-unverified" });
  const { raffleId, userId } = scope;
  const subjects = [raffleId, userId];
  const admitted = await by.limits.admit({ policy: INVITATIONS, address: by.address, subjects }, by.solution);
  if (!admitted.ok) return admitted;
  const { email, role } = parsed.data;
  return asOwner(db, scope, async (tx, { team }) => {
    const refuseEmail = (key: MessageKey, params = {}) =>
      refuse({ reason: "invalid-fields", fields: { email: [{ key, params }] } } as const);
    if (team.some((member) => normaliseEmail(member.email) === email)) return refuseEmail("emailOfMember");
    await tx.deleteFrom("raffleInvitations").where("raffleId", "=", raffleId).where("email", "=", email).execute();
    const now = clock();
    const open = await openInvitations(tx, now).where("raffleInvitations.raffleId", "=", raffleId).execute();
    if (team.length + open.length >= MAX_PEOPLE) return refuseEmail("peopleTooMany", { max: MAX_PEOPLE });
    const id = newId();
    const token = tokenOf(secret, id);
    const row = { id, raffleId, email, role, tokenHash: hashToken(token), invitedBy: userId, createdAt: now };
    await tx
      .insertInto("raffleInvitations")
      .values({ ...row, expiresAt: new Date(now.getTime() + LASTS_MS) })
      .execute();
    const change = { subject: maskEmail(email), before: null, after: { role } };
    await recordChange(tx, scope, { action: "invite-member", ...change }, clock);
    if (by.sendsMail) await queueMail(tx, { kind: INVITATION_MAIL, userId, language: by.language, id });
    return accept({ token, email });
  });
}

/** A raffle's open invitations, the newest first. */
export async function listInvitations(reader: Reader, { raffleId }: OwnerScope, now: Date): Promise<Invitation[]> {
  const rows = await openInvitations(reader, now)
    .where("raffleInvitations.raffleId", "=", raffleId)
    .orderBy("raffleInvitations.id", "desc")
    .execute();
  return rows.flatMap(asInvitation);
}

/** Ends an invitation. Refuses with `invitation-ended` if it was accepted, or ended meanwhile; and as `asOwner`. */
export async function revokeInvitation(
  { db, clock }: TeamDeps,
  scope: OwnerScope,
  id: string,
): Promise<Outcome<{ readonly email: string }, Refusal<"invitation-ended"> | OwnerRefusal>> {
  if (!isId(id)) return refuse({ reason: "invitation-ended" });
  return asOwner(db, scope, async (tx) => {
    const gone = await tx
      .deleteFrom("raffleInvitations")
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", id)
      .returning(["email", "role"])
      .executeTakeFirst();
    if (!gone) return refuse({ reason: "invitation-ended" });
    const change = { subject: maskEmail(gone.email), before: { role: gone.role }, after: null };
    await recordChange(tx, scope, { action: "revoke-invitation", ...change }, clock);
    return accept({ email: gone.email });
  });
}

/** The invitation of a link that is still good, or null. Opening changes nothing: previews of links open them too. */
export async function findInvitation(reader: Reader, token: string, now: Date): Promise<FoundInvitation | null> {
  if (!isToken(token)) return null;
  const row = await openInvitations(reader, now).where("tokenHash", "=", hashToken(token)).executeTakeFirst();
  return row ? (asInvitation(row)[0] ?? null) : null;
}

/** The invitation that a waiting mail is about, with its link's token. Null if it has ended. */
export async function invitationToMail(
  { db, secret, now }: { readonly db: Reader; readonly secret: Uint8Array; readonly now: Date },
  id: string,
): Promise<(FoundInvitation & { readonly token: string }) | null> {
  const row = await openInvitations(db, now).where("raffleInvitations.id", "=", id).executeTakeFirst();
  const found = row && asInvitation(row)[0];
  return found ? { ...found, token: tokenOf(secret, id) } : null;
}

/**
 * Takes an invitation for the account that is signed in, whatever its address: the link is the proof. It works once.
 *
 * @returns the raffle and the role; refusals: `invitation-ended`, and `already-member` for who is as much already. Then
 *   the invitation stays, for whom it was meant
 */
export async function acceptInvitation(
  { db, clock }: TeamDeps,
  token: string,
  account: AccountScope,
): Promise<
  Outcome<{ readonly codeId: string; readonly role: TeamRole }, Refusal<"invitation-ended" | "already-member">>
> {
  const meant = await findInvitation(db, token, clock());
  if (!meant) return refuse({ reason: "invitation-ended" });
  const { raffleId, id, codeId } = meant;
  const { userId } = account;
  return inTransaction(db, async (tx) => {
    const raffle = await lockTeam(tx, raffleId);
    // Again: it may have been taken or revoked while this waited.
    const found = raffle && (await findInvitation(tx, token, clock()));
    if (!found) return refuse({ reason: "invitation-ended" });
    const { role } = found;
    const before = raffle.team.find((member) => member.userId === userId)?.role;
    if (before && TEAM_ROLES.indexOf(before) <= TEAM_ROLES.indexOf(role)) return refuse({ reason: "already-member" });
    await tx.deleteFrom("raffleInvitations").where("id", "=", id).execute();
    await putMember(tx, { raffleId, userId, role, joinedAt: clock() });
    const member = mintMemberScope({ raffleId, userId, role, actor: actorOf(account) });
    const change = { subject: maskEmail(found.email), before: before ? { role: before } : null, after: { role } };
    await recordChange(tx, member, { action: "join-raffle", ...change }, clock);
    return accept({ codeId, role });
  });
}

/** Deletes expired invitations, because they contain strangers' addresses. */
export async function forgetOldInvitations(db: Database): Promise<void> {
  await db.deleteFrom("raffleInvitations").where("expiresAt", "<", sql<Date>`now()`).execute();
}

/**
 * Invitations that can be accepted. One ends with its time, and when its inviter is no owner any more, or is banned.
 */
function openInvitations(reader: Reader, now: Date) {
  return reader
    .selectFrom("raffleInvitations")
    .innerJoin("raffles", "raffles.id", "raffleInvitations.raffleId")
    .innerJoin("users", "users.id", "raffleInvitations.invitedBy")
    .innerJoin("raffleMembers", (join) =>
      join
        .onRef("raffleMembers.raffleId", "=", "raffleInvitations.raffleId")
        .onRef("raffleMembers.userId", "=", "raffleInvitations.invitedBy"),
    )
    .select(["raffleInvitations.id", "raffleInvitations.raffleId", "codeId", "raffles.name as raffle"])
    .select(["users.username as inviter", "raffleInvitations.email", "raffleInvitations.role", "expiresAt"])
    .where("raffleMembers.role", "=", "owner")
    .where("users.banned", "=", false)
    .where("expiresAt", ">", now);
}

function asInvitation<Row extends { readonly role: string }>(row: Row) {
  const role = teamRoleOf(row.role);
  return role ? [{ ...row, role }] : [];
}

/** A link's token: an HMAC of the invitation's id, so that a mail that is sent again holds the same link. */
function tokenOf(secret: Uint8Array, id: string): string {
  const mac = createHmac("sha256", signingKey(secret, "raffle-invitation/1")).update(id).digest();
  return mac.subarray(0, TOKEN_BYTES).toString("base64url");
}
