import { sql } from "kysely";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { recordChange } from "./audit.ts";
import type { Role } from "./limits.ts";
import { actorOf } from "./organiser.ts";
import { type AccountScope, type AdminScope, mintAdminScope } from "./scope.ts";

/** An account as admins see it. */
export type ListedUser = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly banned: boolean;
  readonly createdAt: Date;
  readonly raffles: number;
};

export type UserRefusal = Refusal<"user-not-found" | "own-account">;

type Given = { readonly db: Database; readonly clock: Clock };

const USERS_A_PAGE = 50;

/** The admin's proof of an account that is one at this request, or null. */
export function adminOf(account: AccountScope): AdminScope | null {
  return account.role === "admin" ? mintAdminScope(account.userId, actorOf(account)) : null;
}

/**
 * One page of the accounts, the latest first.
 *
 * @param fragment what a user name or an address has to hold; empty for all
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
    .select(["id", "username", "email", "role", "banned", "createdAt"])
    .select(sql<number>`(select count(*)::int from raffles where raffles.owner_id = users.id)`.as("raffles"))
    // Not "like": nothing of what is typed means anything but itself.
    .$if(wanted !== "", (query) =>
      query.where(sql<boolean>`position(${wanted} in lower(users.username || E'\n' || users.email)) > 0`),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(USERS_A_PAGE + 1)
    .offset((page - 1) * USERS_A_PAGE)
    .execute();
  return { users: rows.slice(0, USERS_A_PAGE) as ListedUser[], more: rows.length > USERS_A_PAGE };
}

/** Makes an account an admin's, or an ordinary user's again. Nobody changes their own role, so that one admin stays. */
export async function setRole(
  given: Given,
  admin: AdminScope,
  userId: string,
  role: Role,
): Promise<Outcome<void, UserRefusal>> {
  return changeUser(given, admin, userId, "change-role", async (tx, user) => {
    if (user.role === role) return null;
    await tx.updateTable("users").set({ role, updatedAt: given.clock() }).where("id", "=", userId).execute();
    return { before: { role: user.role }, after: { role } };
  });
}

/** Shuts an account out and ends its sessions, or lets it in again. Its raffles stay, and so do their access codes. */
export async function setBanned(
  given: Given,
  admin: AdminScope,
  userId: string,
  banned: boolean,
): Promise<Outcome<void, UserRefusal>> {
  return changeUser(given, admin, userId, banned ? "ban-user" : "unban-user", async (tx, user) => {
    if (user.banned === banned) return null;
    await tx.updateTable("users").set({ banned, updatedAt: given.clock() }).where("id", "=", userId).execute();
    if (banned) await tx.deleteFrom("userSessions").where("userId", "=", userId).execute();
    return { before: { banned: user.banned }, after: { banned } };
  });
}

/** Makes the account of an address an admin's, for the operator at the command line. */
export async function grantAdmin(
  { db, clock }: Given,
  email: string,
): Promise<Outcome<{ readonly changed: boolean }, Refusal<"user-not-found">>> {
  return inTransaction(db, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "username", "email", "role"])
      .where("email", "=", email.trim().toLowerCase())
      .forUpdate()
      .executeTakeFirst();
    if (!user) return refuse({ reason: "user-not-found" });
    if (user.role === "admin") return accept({ changed: false });
    await tx.updateTable("users").set({ role: "admin", updatedAt: clock() }).where("id", "=", user.id).execute();
    const change = { action: "change-role", subject: subjectOf(user), before: { role: user.role } };
    const operator = mintAdminScope(user.id, "operator (grant-admin)");
    await recordChange(tx, operator, { ...change, after: { role: "admin" } }, clock);
    return accept({ changed: true });
  });
}

type FoundUser = { readonly username: string; readonly email: string; readonly role: string; readonly banned: boolean };

/** Changes another's account and records it; a change to what it is already is neither. */
async function changeUser(
  { db, clock }: Given,
  admin: AdminScope,
  userId: string,
  action: string,
  change: (tx: Transaction, user: FoundUser) => Promise<{ readonly before: unknown; readonly after: unknown } | null>,
): Promise<Outcome<void, UserRefusal>> {
  if (userId === admin.userId) return refuse({ reason: "own-account" });
  return inTransaction(db, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["username", "email", "role", "banned"])
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return refuse({ reason: "user-not-found" });
    const changed = await change(tx, user);
    if (changed) await recordChange(tx, admin, { action, subject: subjectOf(user), ...changed }, clock);
    return accept(undefined);
  });
}

/** An account's name and address in the log, within its length. */
function subjectOf(user: Pick<FoundUser, "username" | "email">): string {
  return actorOf(user).slice(-300);
}
