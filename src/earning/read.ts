import type { EntrantScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";
import { raffleIdForLookup } from "#src/db/sharding/sharded.ts";
import type { EarnedWay } from "#src/raffles/proof/ways.ts";

/** A row of the ledger as its entrant and the desk read it. */
export type LedgerRow = {
  readonly id: string;
  readonly ruleId: string;
  readonly way: EarnedWay;
  readonly drops: number;
  readonly at: Date;
  /** The actor, as the audit log names it. */
  readonly givenBy: string;
  /** The row that this one takes back. */
  readonly withdraws: string | null;
  /** Why it was refused or taken back; empty for a grant. */
  readonly reason: string;
  /** Whose stamp it is; null for what is none. */
  readonly station: string | null;
};

/** A row for the entrant: not who gave it, and whether it still counts. */
export type OwnDrops = Omit<LedgerRow, "givenBy" | "withdraws"> & { readonly isWithdrawn: boolean };

/**
 * Why an entry has the drops that it has, for its entrant.
 *
 * @param scope.masked whether the reader has only the entry code: a reason may name the person, and is left out
 */
export async function readOwnDrops(
  reader: Reader,
  scope: Pick<EntrantScope, "raffleId" | "entryId">,
  { masked }: { readonly masked: boolean },
): Promise<OwnDrops[]> {
  const rows = await readLedger(reader, scope);
  const withdrawn = new Set(rows.map(({ withdraws }) => withdraws));
  return rows.map(({ givenBy: _, withdraws: __, ...row }) => ({
    ...row,
    reason: masked ? "" : row.reason,
    isWithdrawn: withdrawn.has(row.id),
  }));
}

/** The ledger of an entry, the oldest row first. */
export async function readLedger(
  reader: Reader,
  { raffleId, entryId }: Pick<EntrantScope, "raffleId" | "entryId">,
): Promise<LedgerRow[]> {
  const inRaffle = raffleIdForLookup(reader, raffleId);
  const rows = await reader
    .selectFrom("earnedDrops as given")
    .leftJoin("stations", (join) =>
      join.on("stations.raffleId", "=", inRaffle).onRef("stations.id", "=", "given.stationId"),
    )
    .select(["given.id", "given.ruleId", "way", "drops", "at", "givenBy", "withdraws", "reason"])
    .select("stations.name as station")
    .where("given.raffleId", "=", inRaffle)
    .where("given.entryId", "=", entryId)
    .orderBy("at")
    .orderBy("given.id")
    .execute();
  return rows as LedgerRow[];
}
