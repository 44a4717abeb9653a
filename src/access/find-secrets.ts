import { CODE_FORMATS } from "#src/base/code-formats.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import type { Subject } from "./organiser-cookie.ts";
import { type TeamRole, teamRoleOf } from "./roles.ts";
import type { AccountScope } from "./scope.ts";

/** A raffle, the hash of its access code, and what an account is for it. */
export type RaffleSecrets = Subject & { readonly role: TeamRole | null };

/** Finds a raffle by its id or code. Only `access/` may read this: what it finds proves nothing yet. */
export async function findRaffleSecrets(
  reader: Reader,
  idOrCode: string,
  account?: Pick<AccountScope, "userId"> | null,
): Promise<RaffleSecrets | undefined> {
  const code = idOrCode.toUpperCase();
  if (!isId(idOrCode) && !CODE_FORMATS.raffle.test(code)) return undefined;
  const found = await reader
    .selectFrom("raffles")
    .leftJoin("raffleMembers", (join) =>
      join.onRef("raffleId", "=", "raffles.id").on("userId", "=", account?.userId ?? null),
    )
    .select(["raffles.id", "accessCodeHash", "role"])
    .where(isId(idOrCode) ? "raffles.id" : "codeId", "=", isId(idOrCode) ? idOrCode.toLowerCase() : code)
    .executeTakeFirst();
  return found && { ...found, role: teamRoleOf(found.role) };
}

/** An event's access code's hash, and the account that made it. */
export async function findEventSecrets(reader: Reader, idOrCode: string) {
  const code = idOrCode.toUpperCase();
  const query = reader.selectFrom("events").select(["id", "accessCodeHash", "ownerId"]);
  if (isId(idOrCode)) return query.where("id", "=", idOrCode.toLowerCase()).executeTakeFirst();
  return CODE_FORMATS.event.test(code) ? query.where("code", "=", code).executeTakeFirst() : undefined;
}
