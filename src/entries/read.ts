import { type SqlBool, sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { checklistOf, wishlistOf } from "./rules.ts";
import type { EntryView, Wish } from "./schema.ts";

/**
 * An entry as its entrant sees it: own details, and the raffle's rules and prizes with own ticks and wishes.
 *
 * @returns null where the entry was deleted since the scope was proved
 */
export async function readEntry(reader: Reader, scope: EntrantScope): Promise<EntryView | null> {
  const [raffle, row] = await Promise.all([
    findRaffle(reader, scope.raffleId),
    reader
      .selectFrom("entries")
      .select([
        "raffleId",
        "entryCode",
        "firstName",
        "lastName",
        "address",
        "phone",
        "email",
        "facebook",
        "instagram",
        "source as sources",
        "status",
        "promotions",
        "createdAt",
        "doneRules",
        "wishes",
      ])
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", scope.entryId)
      .executeTakeFirst(),
  ]);
  if (!raffle || !row) return null;
  const { doneRules, wishes, ...entry } = row;
  return {
    raffle,
    entry: { ...entry, codeId: raffle.codeId },
    rules: checklistOf(raffle.rules, doneRules),
    wishes: wishlistOf(raffle.prizes, wishes),
  };
}

/** The ticks and wishes of an entry as they are stored, its row locked for the change, and whether its raffle is open. */
export async function lockEntry(
  reader: Reader,
  scope: EntrantScope,
): Promise<{ doneRules: string[]; wishes: Wish[]; open: boolean } | null> {
  const row = await reader
    .selectFrom("entries")
    .innerJoin("raffles", "raffles.id", "entries.raffleId")
    .select(["entries.doneRules", "entries.wishes", sql<SqlBool>`now() <= raffles.due_date`.as("open")])
    .where("entries.raffleId", "=", scope.raffleId)
    .where("entries.id", "=", scope.entryId)
    .forUpdate("entries")
    .executeTakeFirst();
  return row ? { doneRules: row.doneRules, wishes: row.wishes, open: Boolean(row.open) } : null;
}
