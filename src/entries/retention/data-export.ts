import { readEntryChanges } from "#src/access/audit/audit.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { Database } from "#src/db/connect.ts";
import { inSnapshot } from "#src/db/transaction.ts";
import { listEntryMails } from "#src/mail/read.ts";
import { storedUntil } from "#src/raffles/rules.ts";
import { readWholeEntry } from "../read.ts";

/**
 * Exports everything that the site stores about an entry, under readable names: the entrant's data, the keys that
 * compare it with other entries, its mails, and the organiser's changes.
 *
 * @returns null if the entry was deleted after the scope was proved
 */
export function readOwnData(db: Database, scope: ContactScope) {
  return inSnapshot(db, async (reader) => {
    const view = await readWholeEntry(reader, scope);
    const row = await reader
      .selectFrom("entries")
      .select([
        "id",
        "phoneKey",
        "emailKey",
        "termsAcceptedAt",
        "submissionHash",
        "updatedAt",
        "language",
        "networkHash",
        "deviceHash",
        "claimedRules",
        "earned",
        "earnedRows",
      ])
      .where("raffleId", "=", scope.raffleId)
      .where("id", "=", scope.entryId)
      .executeTakeFirst();
    if (!view || !row) return null;
    const given = await reader
      .selectFrom("earnedDrops as given")
      .leftJoin("stations", (join) =>
        join.on("stations.raffleId", "=", scope.raffleId).onRef("stations.id", "=", "given.stationId"),
      )
      // Not who gave them: the actor may name a person of the shop.
      .select(["given.ruleId", "way", "drops", "at", "reason", "stations.name as station", "given.networkHash"])
      .where("given.raffleId", "=", scope.raffleId)
      .where("given.entryId", "=", scope.entryId)
      .orderBy("at")
      .orderBy("given.id")
      .execute();
    const ledger = given.map(({ networkHash, ...one }) => ({ ...one, network: networkHash?.toString("hex") ?? null }));
    const { raffle, rules, wishes } = view;
    const { raffleId: _, masked: __, codeId, sources, ...entry } = view.entry;
    return {
      raffle: { code: codeId, name: raffle.name, drawDate: raffle.drawDate, entriesKeptUntil: storedUntil(raffle) },
      entry: {
        ...entry,
        source: sources,
        language: row.language,
        termsAcceptedAt: row.termsAcceptedAt,
        updatedAt: row.updatedAt,
        id: row.id,
        cameFrom: {
          network: row.networkHash?.toString("hex") ?? null,
          device: row.deviceHash?.toString("hex") ?? null,
        },
        comparedAs: { phone: row.phoneKey, email: row.emailKey, fingerprint: row.submissionHash.toString("hex") },
      },
      checklist: rules,
      wishlist: wishes,
      drops: { earned: row.earned, rows: row.earnedRows, waiting: row.claimedRules, ledger },
      mails: await listEntryMails(reader, scope),
      changesByOrganiser: await readEntryChanges(reader, scope),
    };
  });
}
