import type { OnSecurityEvent } from "#src/access/audit/security-events.ts";
import type { Prover } from "#src/access/codes/entry-code-attempts.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { type Leaving, leaveAllRaffles, type OwnerNeeded } from "#src/access/team/leave-all.ts";
import { systemClock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { SignInAttempts, WaitRefusal } from "../sign-in-attempts.ts";
import { refuseOtherPassword } from "../stored-password.ts";
import { closeLinks } from "../users.ts";

/** Why an account is not deleted, for its holder and the operator alike. */
type StaysRefusal = Refusal<"admin-stays"> | OwnerNeeded;

type OperatorRefusal = Refusal<"user-not-found" | "only-admin"> | StaysRefusal;

export type DeletionRefusal = Refusal<"password-wrong" | "site-busy"> | StaysRefusal | WaitRefusal | ChallengeRefusal;

/** How somebody deletes their own account. */
export type OwnDeletion = {
  /**
   * Deletes the account with its sessions, second factor, tokens, invitations and mails. Its raffles and events stay.
   * Requires the password. Refuses an admin (`admin-stays`), and the only owner of a raffle with entrants
   * (`owner-needed`).
   */
  deleteAccount(
    account: AccountScope,
    typed: Prover & { readonly password: string },
  ): Promise<Outcome<null, DeletionRefusal>>;
};

type Deps = { readonly db: Database; readonly attempts: SignInAttempts; readonly onEvent: OnSecurityEvent };

/** The part of accounts.ts that deletes one's own account. */
export function ownDeletion({ db, attempts, onEvent }: Deps): OwnDeletion {
  return {
    async deleteAccount(account, { password, ...prover }) {
      const { userId, email } = account;
      const proof = await attempts.attempt({ ...prover, email }, () => refuseOtherPassword(db, userId, password));
      if (!proof.ok) return proof;
      const deleted = await inTransaction(db, (tx) => deleteRows(tx, account));
      if (deleted.ok) onEvent({ event: "account-deleted", userId });
      return deleted;
    },
  };
}

/**
 * Deletes the account of an address, for the operator's command line. Refuses as `deleteAccount`; `only-admin` is an
 * admin beside whom no other could make it a user.
 */
export async function deleteAccountOf(db: Database, email: string): Promise<Outcome<null, OperatorRefusal>> {
  return inTransaction<Outcome<null, OperatorRefusal>>(db, async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id as userId", "username", "email"])
      .where("email", "=", email.trim().toLowerCase())
      .executeTakeFirst();
    if (!user) return refuse({ reason: "user-not-found" });
    const deleted = await deleteRows(tx, user);
    const isAdmin = !deleted.ok && deleted.refusal.reason === "admin-stays";
    return isAdmin && !(await hasOtherAdmin(tx, user.userId)) ? refuse({ reason: "only-admin" }) : deleted;
  });
}

async function hasOtherAdmin(tx: Transaction, userId: string): Promise<boolean> {
  const admins = tx.selectFrom("users").select("id").where("role", "=", "admin").where("banned", "=", false);
  return (await admins.where("id", "!=", userId).limit(1).executeTakeFirst()) !== undefined;
}

async function deleteRows(tx: Transaction, account: Leaving): Promise<Outcome<null, StaysRefusal>> {
  const { userId } = account;
  const user = await tx.selectFrom("users").select("role").where("id", "=", userId).forUpdate().executeTakeFirst();
  // Another tab did it.
  if (!user) return accept(null);
  if (user.role === "admin") return refuse({ reason: "admin-stays" });
  const left = await leaveAllRaffles(tx, account, systemClock());
  if (!left.ok) return left;
  await closeLinks(tx, userId);
  // The foreign keys of what belongs to an account cascade; its events stay without an owner.
  await tx.deleteFrom("users").where("id", "=", userId).execute();
  return accept(null);
}
