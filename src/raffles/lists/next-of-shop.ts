import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import type { PublicRaffle } from "../schema.ts";

/** A raffle that is open, for somebody who took part in another one. */
export type NextRaffle = { readonly codeId: string; readonly name: string; readonly dueDate: Date };

/**
 * What the shop of a raffle raffles next: the published one that closes first, of the same owners and under the same
 * name. Null where there is none, and where the shop has no name or no account.
 */
export async function readNextOfShop(
  reader: Reader,
  { id, shopName }: Pick<PublicRaffle, "id" | "shopName">,
): Promise<NextRaffle | null> {
  if (shopName === "") return null;
  // Two statements: one would join members of raffles on different shards.
  const owners = await reader
    .selectFrom("raffleMembers")
    .select("userId")
    .where("raffleId", "=", id)
    .where("role", "=", "owner")
    .execute();
  if (owners.length === 0) return null;
  const next = await reader
    .selectFrom("raffles")
    .innerJoin("raffleMembers", "raffleMembers.raffleId", "raffles.id")
    .select(["raffles.codeId", "raffles.name", "raffles.dueDate"])
    .where(
      "raffleMembers.userId",
      "in",
      owners.map(({ userId }) => userId),
    )
    .where("raffleMembers.role", "=", "owner")
    .where("raffles.status", "=", "Published")
    .where("raffles.shopName", "=", shopName)
    .where("raffles.dueDate", ">=", sql<Date>`now()`)
    .orderBy("raffles.dueDate")
    .orderBy("raffles.id")
    .limit(1)
    .executeTakeFirst();
  return next ?? null;
}
