import type { EntrantScope } from "#src/access/scope.ts";
import type { Reader } from "#src/db/connect.ts";

/** The codes of the prizes that an entry won: those that it holds, and those that it holds no more. */
export type HeldPrizes = { readonly won: readonly string[]; readonly lost: readonly string[] };

/** What entries won in announced draws, by the entries' ids. Whoever has the code may read it: not how claims go on. */
export async function readHeldPrizes(
  reader: Reader,
  scopes: readonly EntrantScope[],
): Promise<ReadonlyMap<string, HeldPrizes>> {
  if (scopes.length === 0) return new Map();
  const rows = await reader
    .selectFrom("claims")
    .select(["entryId", "prizeCode", "goneAt"])
    .where("raffleId", "in", [...new Set(scopes.map(({ raffleId }) => raffleId))])
    .where(
      "entryId",
      "in",
      scopes.map(({ entryId }) => entryId),
    )
    .orderBy("heldSince")
    .orderBy("prizeCode")
    .execute();
  const codesOf = (claims: typeof rows, isGone: boolean) =>
    claims.filter(({ goneAt }) => (goneAt !== null) === isGone).map(({ prizeCode }) => prizeCode);
  return new Map(
    [...Map.groupBy(rows, ({ entryId }) => entryId)].flatMap(([entryId, claims]) =>
      entryId === null ? [] : [[entryId, { won: codesOf(claims, false), lost: codesOf(claims, true) }]],
    ),
  );
}
