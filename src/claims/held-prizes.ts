import type { EntrantScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** The codes of the prizes that an entry won: those that it holds, and those that it holds no more. */
export type HeldPrizes = {
  readonly won: readonly string[];
  readonly lost: readonly string[];
  /** Until when it can claim each of those that it holds and that are not handed over. */
  readonly claimBy: readonly Date[];
};

/** What entries won in announced draws, by the entries' ids. Whoever has the code may read it: of claims, their end. */
export async function readHeldPrizes(
  reader: Reader,
  scopes: readonly EntrantScope[],
): Promise<ReadonlyMap<string, HeldPrizes>> {
  if (scopes.length === 0) return new Map();
  const rows = await reader
    .selectFrom("claims")
    .select(["entryId", "prizeCode", "claimBy", "handedOverAt", "goneAt"])
    .where("raffleId", "in", [...new Set(scopes.map(({ raffleId }) => raffleId))])
    .where(
      "entryId",
      "in",
      scopes.map(({ entryId }) => entryId),
    )
    .orderBy("heldSince")
    .orderBy("prizeCode")
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ entryId }) => entryId)].flatMap(([entryId, claims]) => {
      if (entryId === null) return [];
      const [held, gone] = [claims.filter((one) => one.goneAt === null), claims.filter((one) => one.goneAt !== null)];
      const claimBy = held.filter(({ handedOverAt }) => handedOverAt === null).map((one) => one.claimBy);
      const codesOf = (some: typeof rows) => some.map(({ prizeCode }) => prizeCode);
      return [[entryId, { won: codesOf(held), lost: codesOf(gone), claimBy }]];
    }),
  );
}
