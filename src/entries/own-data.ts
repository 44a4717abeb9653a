import { readEntryChanges } from "#src/access/audit.ts";
import type { EntrantScope } from "#src/access/scope.ts";
import type { Database } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { listEntryMails } from "#src/mail/read.ts";
import { keptUntil } from "#src/raffles/rules.ts";
import { readEntry } from "./read.ts";

/**
 * Everything that the site stores about an entry, under names that its entrant can read, to take away: what they left, how it is compared with
 * others' entries, and what an organiser changed of it.
 *
 * @returns null where the entry was deleted since the scope was proved
 */
export function readOwnData(db: Database, scope: EntrantScope) {
  return inSnapshot(db, async (reader) => {
    const view = await readEntry(reader, scope);
    const row = await reader
      .selectFrom("entries")
      .select(["id", "phoneKey", "emailKey", "termsAcceptedAt", "submissionHash", "updatedAt", "language"])
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", scope.entryId)
      .executeTakeFirst();
    if (!view || !row) return null;
    const { raffle, rules, wishes } = view;
    const { raffleId: _, codeId, sources, ...entry } = view.entry;
    return {
      raffle: { code: codeId, name: raffle.name, drawDate: raffle.drawDate, entriesKeptUntil: keptUntil(raffle) },
      entry: {
        ...entry,
        source: sources,
        language: row.language,
        termsAcceptedAt: row.termsAcceptedAt,
        updatedAt: row.updatedAt,
        id: row.id,
        comparedAs: { phone: row.phoneKey, email: row.emailKey, fingerprint: row.submissionHash.toString("hex") },
      },
      checklist: rules,
      wishlist: wishes,
      mails: await listEntryMails(reader, scope),
      changesByOrganiser: await readEntryChanges(reader, scope),
    };
  });
}
