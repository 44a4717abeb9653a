import type { Database, Reader } from "#src/db/connect.ts";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";

/** The public key of the secret under which a database's access codes are stored, in hex; null where none is noted. */
export async function readSiteKey(reader: Reader): Promise<string | null> {
  const { siteKey } = await reader.selectFrom("siteSettings").select("siteKey").executeTakeFirstOrThrow();
  return siteKey?.toString("hex") ?? null;
}

/**
 * Whether a site has the secret of its database, or there is nothing yet that another would lock out. A database
 * without raffles takes the secret that it finds, and so does one of before this was noted.
 *
 * @param isNew whether the secret was made just now: then it opens no raffle that is there
 */
export async function ownsDatabase(db: Database, secret: Uint8Array, isNew: boolean): Promise<boolean> {
  const { siteKey } = siteKeyPair(secret);
  const noted = await readSiteKey(db);
  if (noted === siteKey) return true;
  const raffle = await db.selectFrom("raffles").select("id").limit(1).executeTakeFirst();
  if (raffle && (noted !== null || isNew)) return false;
  await db
    .updateTable("siteSettings")
    .set({ siteKey: Buffer.from(siteKey, "hex") })
    .execute();
  return true;
}
