import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";

/** What a winner says to everybody. It names the person by the ticket alone: see src/draws/winner-names.ts. */
export type ShownWords = {
  readonly claimId: string;
  readonly prizeCode: string;
  readonly ticket: number;
  /** Empty where there is a photo alone. */
  readonly sentence: string;
  readonly hasPhoto: boolean;
};

/** Another one after each change of a winner's words: the time of it. */
export const WORDS_VERSION = sql<string>`(extract(epoch from agreed_at) * 1000000)::bigint::text`;

/** Winners whose words the page of a draw shows, the newest: more than a page that people scroll needs. */
const SHOWN_WORDS = 50;

/** What everybody may see. Not of prizes that went to somebody else, nor of claims that were turned down. */
function publicWords(reader: Reader) {
  return reader
    .selectFrom("winnerWords as words")
    .innerJoin("claims", (join) =>
      join.onRef("claims.raffleId", "=", "words.raffleId").onRef("claims.id", "=", "words.claimId"),
    )
    .where("words.shown", "=", true)
    .where("claims.goneAt", "is", null)
    .where("claims.claimedAt", "is not", null);
}

/** What winners of a raffle say to everybody, the newest first, without the bytes of photos. */
export function listShownWords(reader: Reader, raffleId: string): Promise<ShownWords[]> {
  return publicWords(reader)
    .select(["words.claimId", "prizeCode", "ticket", "sentence"])
    .select((eb) => eb("words.photo", "is not", null).$castTo<boolean>().as("hasPhoto"))
    .where("words.raffleId", "=", raffleId)
    .orderBy("agreedAt", "desc")
    .orderBy("words.claimId")
    .limit(SHOWN_WORDS)
    .execute();
}

/** Winners whose words a shop's page shows. */
const OF_SHOP = 6;

/**
 * What winners of some raffles say, the newest first, by the raffle of each. Only words whose winner agreed to the
 * shop's page too: earlier ones agreed to the raffle's page alone.
 */
export function listWordsForShop(
  reader: Reader,
  raffleIds: readonly string[],
): Promise<(ShownWords & { readonly raffleId: string })[]> {
  if (raffleIds.length === 0) return Promise.resolve([]);
  return publicWords(reader)
    .select(["words.raffleId", "words.claimId", "prizeCode", "ticket", "sentence"])
    .select((eb) => eb("words.photo", "is not", null).$castTo<boolean>().as("hasPhoto"))
    .where("words.raffleId", "in", raffleIds)
    .where("words.onShopPage", "=", true)
    .orderBy("agreedAt", "desc")
    .orderBy("words.claimId")
    .limit(OF_SHOP)
    .execute();
}

/** The photo (WebP) that everybody may see; null if there is none, or it is not shown. */
export async function readShownPhoto(reader: Reader, codeId: string, claimId: string): Promise<Buffer | null> {
  if (!isId(claimId)) return null;
  const row = await publicWords(reader)
    .innerJoin("raffles", "raffles.id", "words.raffleId")
    .select("words.photo")
    .where("raffles.codeId", "=", codeId)
    .where("words.claimId", "=", claimId)
    .executeTakeFirst();
  return row?.photo ?? null;
}

/** A winner's photo (WebP) for the organiser, shown or not; null if there is none. */
export async function readPhotoForDesk(
  reader: Reader,
  { raffleId }: OrganiserScope,
  claimId: string,
): Promise<Buffer | null> {
  if (!isId(claimId)) return null;
  const row = await reader
    .selectFrom("winnerWords")
    .select("photo")
    .where("raffleId", "=", raffleId)
    .where("claimId", "=", claimId)
    .executeTakeFirst();
  return row?.photo ?? null;
}
