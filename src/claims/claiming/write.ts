import type { Reader } from "#src/db/connect.ts";
import { notifyRaffleChange } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import type { ClaimPlace } from "../sealed.ts";

/** Whether a picture of the winner's ID is stored. */
export async function hasFile(reader: Reader, { raffleId, claimId }: ClaimPlace): Promise<boolean> {
  const row = await reader
    .selectFrom("claimFiles")
    .select("claimId")
    .where("raffleId", "=", raffleId)
    .where("claimId", "=", claimId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the sealed picture of a winner's ID, in place of an earlier one. */
export async function storeFile(
  tx: Transaction,
  place: ClaimPlace,
  file: { readonly content: Buffer; readonly uploadedAt: Date },
): Promise<void> {
  await tx
    .insertInto("claimFiles")
    .values({ ...place, ...file })
    .onConflict((conflict) => conflict.columns(["raffleId", "claimId"]).doUpdateSet(file))
    .execute();
}

/**
 * Stores what a winner agreed to have shown. The organiser looks at every change of it before anybody sees it. Without
 * a new photo the stored one stays; null erases all of it, as does agreeing to nothing.
 */
export async function storeWords(
  tx: Transaction,
  { raffleId, claimId }: ClaimPlace,
  words: { readonly sentence: string; readonly photo: Uint8Array | null; readonly agreedAt: Date } | null,
): Promise<void> {
  const stored = await tx
    .selectFrom("winnerWords")
    .select(["sentence", "photo"])
    .where("raffleId", "=", raffleId)
    .where("claimId", "=", claimId)
    .executeTakeFirst();
  const photo = words?.photo ? Buffer.from(words.photo) : (stored?.photo ?? null);
  if (!words || (words.sentence === "" && photo === null)) {
    await tx.deleteFrom("winnerWords").where("raffleId", "=", raffleId).where("claimId", "=", claimId).execute();
    await notifyRaffleChange(tx, raffleId);
    return;
  }
  if (stored && stored.sentence === words.sentence && !words.photo) return;
  const shown = { sentence: words.sentence, photo, agreedAt: words.agreedAt, shown: false, onShopPage: true };
  await tx
    .insertInto("winnerWords")
    .values({ raffleId, claimId, ...shown })
    .onConflict((conflict) => conflict.columns(["raffleId", "claimId"]).doUpdateSet(shown))
    .execute();
  await notifyRaffleChange(tx, raffleId);
}
