import { sql } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import { actorOf, subjectOf } from "#src/access/organiser.ts";
import type { Role } from "#src/access/roles.ts";
import { type AccountScope, type AdminScope, mintAdminScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { removeSecondFactor } from "./second-factor.ts";

/** An account as admins see it. */
export type ListedUser = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** Whether the holder has proved that they receive mail at the address. */
  readonly emailVerified: boolean;
  readonly role: Role;
  readonly banned: boolean;
  readonly createdAt: Date;
  readonly raffles: number;
  /** Whether an admin released it to have typed addresses mailed. */
  readonly typedMailReleased: boolean;
};

/** `email-unverified` if the site sends mail, so the address can be verified; otherwise `holder-unconfirmed`. */
type HolderRefusal = Refusal<"email-unverified" | "holder-unconfirmed">;

export type UserRefusal = Refusal<"user-not-found" | "own-account"> | HolderRefusal;

/** How an account's holder is confirmed: by mail if the site sends mail, otherwise by a person who vouches. */
export type Knowing = { readonly sendsMail: boolean; readonly vouched: boolean };

type Deps = { readonly db: Database; readonly clock: Clock; readonly onSecurityEvent?: OnSecurityEvent };

const USERS_PER_PAGE = 50;

/** The admin's proof, if the account is an admin now and its session has a second factor; otherwise null. */
export function adminOf(account: AccountScope): AdminScope | null {
  return account.role === "admin" && account.hasSecondFactor ? mintAdminScope(account.userId, actorOf(account)) : null;
}

/**
 * One page of the accounts, the latest first.
 *
 * @param fragment text that the user name or e-mail must contain; empty for all
 * @param page counted from 1
 */
export async function listUsers(
  reader: Reader,
  _scope: AdminScope,
  { fragment, page }: { readonly fragment: string; readonly page: number },
): Promise<{ users: ListedUser[]; more: boolean }> {
  const wanted = fragment.trim().toLowerCase();
  const rows = await reader
    .selectFrom("users")
    .select(["id", "username", "email", "emailVerified", "role", "banned", "createdAt"])
    .select(sql<boolean>`typed_mail_released_at is not null`.as("typedMailReleased"))
    .select(sql<number>`(select count(*)::int from raffle_members where user_id = users.id)`.as("raffles"))
    // Not "like": typed wildcards must match literally.
    .$if(wanted !== "", (query) =>
      query.where(sql<boolean>`position(${wanted} in lower(users.username || E'\n' || users.email)) > 0`),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(USERS_PER_PAGE + 1)
    .offset((page - 1) * USERS_PER_PAGE)
    .execute();
  return { users: rows.slice(0, USERS_PER_PAGE) as ListedUser[], more: rows.length > USERS_PER_PAGE };
}

/**
 * Changes an account's role to admin or user, and records it. Nobody changes their own role (`own-account`), so one
 * admin always stays. Anybody can register with a future admin's address, so an unconfirmed holder is refused.
 */
export async function setRole(
  deps: Deps,
  admin: AdminScope,
  userId: string,
  change: { readonly role: "user" } | ({ readonly role: "admin" } & Knowing),
): Promise<Outcome<void, UserRefusal>> {
  return changeUser(deps, admin, userId, "change-role", async (tx, user) => {
    const { role } = change;
    if (user.role === role) return accept(null);
    const unknown = change.role === "admin" ? refuseUnknown(user, change) : null;
    if (unknown) return unknown;
    await tx.updateTable("users").set({ role, updatedAt: deps.clock() }).where("id", "=", userId).execute();
    return accept({ before: { role: user.role }, after: { role } });
  });
}

/** Bans an account and ends its sessions, or lifts the ban. Its raffles and their access codes stay valid. */
export async function setBanned(
  deps: Deps,
  admin: AdminScope,
  userId: string,
  banned: boolean,
): Promise<Outcome<void, UserRefusal>> {
  return changeUser(deps, admin, userId, banned ? "ban-user" : "unban-user", async (tx, user) => {
    if (user.banned === banned) return accept(null);
    await tx.updateTable("users").set({ banned, updatedAt: deps.clock() }).where("id", "=", userId).execute();
    if (banned) await tx.deleteFrom("userSessions").where("userId", "=", userId).execute();
    return accept({ before: { banned: user.banned }, after: { banned } });
  });
}

/**
 * Lets an account have people mailed whose addresses its organisers typed, without waiting for its age. Its address
 * still has to be confirmed, and the site's switch has to allow it (src/entries/typed/rules.ts).
 */
export async function releaseTypedMail(
  deps: Deps,
  admin: AdminScope,
  userId: string,
): Promise<Outcome<void, UserRefusal>> {
  return changeUser(deps, admin, userId, "release-typed-mail", async (tx) => {
    const changed = await tx
      .updateTable("users")
      .set({ typedMailReleasedAt: deps.clock() })
      .where("id", "=", userId)
      .where("typedMailReleasedAt", "is", null)
      .executeTakeFirst();
    return accept(changed.numUpdatedRows > 0n ? { before: { released: false }, after: { released: true } } : null);
  });
}

/** The new admin account, so the operator can check that it is the right one. `changed` is false for an old admin. */
export type Granted = Pick<ListedUser, "username" | "emailVerified" | "createdAt"> & { readonly changed: boolean };

/** Makes the account with this e-mail an admin, for the operator's command line. */
export async function grantAdmin(
  { db, clock }: Deps,
  email: string,
  knowing: Knowing,
): Promise<Outcome<Granted, Refusal<"user-not-found"> | (HolderRefusal & Pick<ListedUser, "username" | "createdAt">)>> {
  return inTransaction(db, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "username", "email", "emailVerified", "role", "createdAt"])
      .where("email", "=", email.trim().toLowerCase())
      .forUpdate()
      .executeTakeFirst();
    if (!user) return refuse({ reason: "user-not-found" });
    const { username, emailVerified, createdAt } = user;
    if (user.role === "admin") return accept({ username, emailVerified, createdAt, changed: false });
    const unknown = refuseUnknown(user, knowing);
    if (unknown) return refuse({ ...unknown.refusal, username, createdAt });
    await tx.updateTable("users").set({ role: "admin", updatedAt: clock() }).where("id", "=", user.id).execute();
    const change = { action: "change-role" as const, subject: subjectOf(user), before: { role: user.role } };
    const operator = mintAdminScope(user.id, "operator (grant-admin)");
    await recordChange(tx, operator, { ...change, after: { role: "admin" } }, clock);
    return accept({ username, emailVerified, createdAt, changed: true });
  });
}

function refuseUnknown(user: { readonly emailVerified: boolean }, { sendsMail, vouched }: Knowing) {
  if (user.emailVerified || (vouched && !sendsMail)) return null;
  return refuse({ reason: sendsMail ? "email-unverified" : "holder-unconfirmed" } as const);
}

type FoundUser = Pick<ListedUser, "username" | "email" | "emailVerified" | "banned"> & { readonly role: string };
type Changed = { readonly before: unknown; readonly after: unknown };

/** The name of each action's security event. */
const EVENTS = {
  "change-role": "role-changed",
  "ban-user": "banned",
  "unban-user": "unbanned",
  "release-typed-mail": "typed-mail-released",
} as const;

/** Changes another account and records it. A change to the present state does nothing. */
async function changeUser(
  { db, clock, onSecurityEvent }: Deps,
  admin: AdminScope,
  userId: string,
  action: keyof typeof EVENTS,
  change: (tx: Transaction, user: FoundUser) => Promise<Outcome<Changed | null, UserRefusal>>,
): Promise<Outcome<void, UserRefusal>> {
  if (userId === admin.userId) return refuse({ reason: "own-account" });
  const outcome = await inTransaction<Outcome<{ changed: boolean }, UserRefusal>>(db, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["username", "email", "emailVerified", "role", "banned"])
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return refuse({ reason: "user-not-found" });
    const changed = await change(tx, user);
    if (!changed.ok) return changed;
    const { value } = changed;
    if (!value) return accept({ changed: false });
    await recordChange(tx, admin, { action, subject: subjectOf(user), ...value }, clock);
    return accept({ changed: true });
  });
  if (!outcome.ok) return outcome;
  // Only after the commit: a rolled-back change must not be reported.
  if (outcome.value.changed) onSecurityEvent?.({ event: EVENTS[action], userId, byUserId: admin.userId });
  return accept(undefined);
}

/** Removes the second factor of a user who lost phone and backup codes, for the operator's command line. */
export async function resetSecondFactor(
  { db, clock }: Deps,
  email: string,
): Promise<Outcome<void, Refusal<"user-not-found" | "no-second-factor">>> {
  return inTransaction(db, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "username", "email"])
      .where("email", "=", email.trim().toLowerCase())
      .executeTakeFirst();
    if (!user) return refuse({ reason: "user-not-found" });
    const factor = tx.selectFrom("userSecondFactors").select("userId").where("userId", "=", user.id);
    const confirmed = await factor.where("confirmedAt", "is not", null).forUpdate().executeTakeFirst();
    if (!confirmed) return refuse({ reason: "no-second-factor" });
    await removeSecondFactor(tx, user.id);
    await tx.deleteFrom("userSessions").where("userId", "=", user.id).execute();
    const operator = mintAdminScope(user.id, "operator (reset-totp)");
    const change = { action: "reset-second-factor" as const, subject: subjectOf(user), before: null, after: null };
    await recordChange(tx, operator, change, clock);
    return accept(undefined);
  });
}

/** For an address that has an account already, at its field. */
export const EMAIL_IN_USE = refuse({ reason: "email-in-use", fields: { email: [{ key: "emailInUse" }] } } as const);

/** Whether an address has an account. */
export async function hasAccount(reader: Reader, email: string): Promise<boolean> {
  return (await reader.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/** Stores the language in which somebody registered or logged in: that of mails about their raffles. */
export async function storeLanguage(db: Database, userId: string, language: Language): Promise<void> {
  await db
    .updateTable("users")
    .set({ language })
    .where("id", "=", userId)
    .where((eb) => eb("language", "is distinct from", language))
    .execute();
}

/** Closes the account's open links, so older mails can no longer set its password or its address. */
export async function closeLinks(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("userVerifications").where("value", "=", userId).execute();
  await db.updateTable("users").set({ newEmail: null }).where("id", "=", userId).execute();
}
