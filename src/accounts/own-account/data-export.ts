import { roleOf } from "#src/access/roles.ts";
import type { AccountScope } from "#src/access/scope.ts";
import { listTokens } from "#src/access/tokens/tokens.ts";
import { SITE_ID } from "#src/base/ids.ts";
import type { Database } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";

/**
 * Exports what the site stores about an account, under readable names. Its secrets are left out, which are hashed or
 * encrypted, its mails about raffles, and its lines in the raffles' logs of changes, which their pages show.
 *
 * @returns null if the account was deleted meanwhile
 */
export function readAccountData(db: Database, account: AccountScope) {
  return inSnapshot(db, async (reader) => {
    const { userId } = account;
    const user = await reader
      .selectFrom("users")
      .select([
        "id",
        "username",
        "email",
        "emailVerified",
        "newEmail",
        "formerEmail",
        "emailAskedAt",
        "language",
        "role",
        "shopCode",
        "typedMailReleasedAt",
      ])
      .select(["createdAt", "updatedAt"])
      .where("id", "=", userId)
      .executeTakeFirst();
    if (!user) return null;
    const secondFactor = await reader
      .selectFrom("userSecondFactors")
      .select(["createdAt", "confirmedAt"])
      .where("userId", "=", userId)
      .executeTakeFirst();
    const sessions = await reader
      .selectFrom("userSessions")
      .select(["userAgent", "createdAt as startedAt", "updatedAt as usedAt", "expiresAt"])
      .where("userId", "=", userId)
      .orderBy("createdAt")
      .execute();
    const raffles = await reader
      .selectFrom("raffleMembers")
      .innerJoin("raffles", "raffles.id", "raffleId")
      .select(["codeId as code", "name", "role", "joinedAt"])
      .where("userId", "=", userId)
      .orderBy("joinedAt")
      .execute();
    const invitations = await reader
      .selectFrom("raffleInvitations")
      .innerJoin("raffles", "raffles.id", "raffleId")
      .select(["codeId as raffle", "raffleInvitations.email", "role"])
      .select(["raffleInvitations.createdAt", "expiresAt"])
      .where("invitedBy", "=", userId)
      .orderBy("raffleInvitations.createdAt")
      .execute();
    const events = await reader
      .selectFrom("events")
      .select(["code", "title", "createdAt"])
      .where("ownerId", "=", userId)
      .orderBy("createdAt")
      .execute();
    const mails = await reader
      .selectFrom("mails")
      .select(["kind", "language", "state", "createdAt", "sentAt"])
      .where("raffleId", "=", SITE_ID)
      .where("userId", "=", userId)
      .orderBy("id")
      .execute();
    const apiTokens = (await listTokens(reader, account)).map(({ id: _, ...token }) => token);
    return {
      account: { ...user, role: roleOf(user.role) },
      ...{ secondFactor: secondFactor ?? null, sessions, raffles, invitations, events, apiTokens, mails },
    };
  });
}
