import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { recordChange } from "../audit/audit.ts";
import { hasEntries } from "../entrants.ts";
import { actorOf, subjectOf } from "../organiser.ts";
import { teamRoleOf } from "../roles.ts";
import { type AccountScope, mintMemberScope } from "../scope.ts";
import { lockTeam } from "./members.ts";

/** The account that leaves. */
export type Leaving = Pick<AccountScope, "userId" | "username" | "email">;

/** A raffle that an account may not leave alone. */
export type NeedsOwner = { readonly codeId: string; readonly name: string };

/** That raffles would be left without an owner, and their codes. */
export type OwnerNeeded = Refusal<"owner-needed"> & { readonly raffles: readonly string[] };

/** A page names so many: an owner of more hands these over first. */
const MAX_NAMED = 50;

/**
 * The raffles of which an account is the only owner, and which have entries or can still get some: their entrants have
 * to find somebody who answers for them. The newest first, at most 50.
 */
export async function listNeedingOwner(
  reader: Reader,
  { userId }: Pick<AccountScope, "userId">,
  now: Date,
): Promise<NeedsOwner[]> {
  const owned = await reader
    .selectFrom("raffleMembers")
    .innerJoin("raffles", "raffles.id", "raffleId")
    .select(["raffles.id", "codeId", "name", "dueDate"])
    .where("userId", "=", userId)
    .where("role", "=", "owner")
    .where(({ not, exists, selectFrom }) => {
      const others = selectFrom("raffleMembers as other").whereRef("other.raffleId", "=", "raffles.id");
      const owners = others.where("other.role", "=", "owner").where("other.userId", "<>", userId);
      return not(exists(owners.select("other.userId")));
    })
    .orderBy("createdAt", "desc")
    .execute();
  const found: NeedsOwner[] = [];
  for (const { id, codeId, name, dueDate } of owned) {
    if (found.length === MAX_NAMED) break;
    if (dueDate > now || (await hasEntries(reader, { raffleId: id }))) found.push({ codeId, name });
  }
  return found;
}

/**
 * Records that an account leaves all its raffles, in the transaction that deletes the account and with it its rows in
 * `raffle_members`. The account's own row is locked: it joins nothing meanwhile. Refuses with `owner-needed` where one
 * of `listNeedingOwner` would be left alone. Of two owners who leave at once, the second is refused.
 */
export async function leaveAllRaffles(
  tx: Transaction,
  account: Leaving,
  now: Date,
): Promise<Outcome<null, OwnerNeeded>> {
  const { userId } = account;
  const memberships = await tx
    .selectFrom("raffleMembers")
    .select(["raffleId", "role"])
    .where("userId", "=", userId)
    // In one order for all accounts, so that two of them do not wait for each other.
    .orderBy("raffleId")
    .execute();
  for (const { raffleId } of memberships) await lockTeam(tx, raffleId);
  const needing = await listNeedingOwner(tx, account, now);
  if (needing.length > 0) return refuse({ reason: "owner-needed", raffles: needing.map(({ codeId }) => codeId) });
  const actor = actorOf(account);
  for (const { raffleId, role: stored } of memberships) {
    const role = teamRoleOf(stored);
    if (!role) continue;
    const change = { action: "leave-raffle", subject: subjectOf(account), before: { role }, after: null } as const;
    await recordChange(tx, mintMemberScope({ raffleId, userId, role, actor }), change, () => now);
  }
  return accept(null);
}
