import { type SqlBool, sql } from "kysely";
import type { ContactScope, EntrantScope } from "#src/access/scope.ts";
import { maskPerson } from "#src/contact/masks.ts";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { dropsOf } from "./counted-drops.ts";
import type { EntryView } from "./entry-view.ts";
import { PERSON_FIELD_NAMES, personOf } from "./fields.ts";
import { checklistOf, wishlistOf } from "./rules.ts";
import type { Wish } from "./schema.ts";
import { readPastWinners } from "./standing/past-winners.ts";
import { standingIn, withoutReason } from "./standing/rules.ts";

/**
 * An entry for a visitor who has its code: masked details, and the raffle's rules and prizes with its ticks and wishes.
 *
 * @returns null if the entry was deleted after the scope was proved
 */
export async function readEntry(reader: Reader, scope: EntrantScope): Promise<EntryView | null> {
  const view = await findEntry(reader, scope);
  if (!view) return null;
  const { entry } = view;
  // A reason may name the person.
  const disqualifiedFor = entry.disqualifiedFor === null ? null : "";
  const standing = withoutReason(view.standing);
  return { ...view, standing, entry: { ...entry, ...maskPerson(personOf(entry)), disqualifiedFor, masked: true } };
}

/** The same as `readEntry`, with unmasked details. */
export async function readWholeEntry(reader: Reader, scope: ContactScope): Promise<EntryView | null> {
  return findEntry(reader, scope);
}

async function findEntry(reader: Reader, scope: EntrantScope): Promise<EntryView | null> {
  const [raffle, row] = await Promise.all([
    findRaffle(reader, scope.raffleId),
    reader
      .selectFrom("entries")
      .select([
        "raffleId",
        "entryCode",
        ...PERSON_FIELD_NAMES,
        "phoneKey",
        "emailKey",
        "source as sources",
        "status",
        "promotions",
        "namedByTicket",
        "disqualifiedFor",
        "disqualifiedAt",
        "createdAt",
        "doneRules",
        "claimedRules",
        "earned",
        "wishes",
      ])
      .where("raffleId", "=", raffleIdForLookup(reader, scope.raffleId))
      .where("id", "=", scope.entryId)
      .executeTakeFirst(),
  ]);
  if (!raffle || !row) return null;
  const { doneRules, claimedRules, earned, wishes, phoneKey, emailKey, disqualifiedAt: _, ...entry } = row;
  const hasWonBefore = (await readPastWinners(reader, raffle, { of: [row] })).has(row);
  return {
    raffle,
    entry: { ...entry, codeId: raffle.codeId, drops: dropsOf(raffle.rules, doneRules, earned), masked: false },
    provable: phoneKey !== null || emailKey !== null,
    rules: checklistOf(raffle.rules, doneRules, claimedRules),
    wishes: wishlistOf(raffle.prizes, wishes),
    standing: standingIn(raffle)({ ...row, hasWonBefore }),
  };
}

/** Locks an entry's row. Returns what its entrant can change, and whether its raffle is open; null if it is gone. */
export async function lockEntry(
  reader: Reader,
  scope: EntrantScope,
): Promise<{
  doneRules: string[];
  claimedRules: string[];
  wishes: Wish[];
  namedByTicket: boolean;
  open: boolean;
} | null> {
  const row = await reader
    .selectFrom("entries")
    .innerJoin("raffles", "raffles.id", "entries.raffleId")
    .select([
      "entries.doneRules",
      "entries.claimedRules",
      "entries.wishes",
      "entries.namedByTicket",
      sql<SqlBool>`now() <= raffles.due_date`.as("open"),
    ])
    .where("entries.raffleId", "=", raffleIdForLookup(reader, scope.raffleId))
    .where("entries.id", "=", scope.entryId)
    .forUpdate("entries")
    .executeTakeFirst();
  return row ? { ...row, open: Boolean(row.open) } : null;
}
