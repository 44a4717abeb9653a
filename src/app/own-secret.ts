import type { Database, Reader } from "#src/db/connect.ts";
import { siteKeyPair } from "#src/draws/lock/site-key.ts";

/**
 * The public key of the secret under which a database's access codes are stored, in hex: as noted, else that of the
 * latest lock. Null where neither is there.
 */
export async function readSiteKey(reader: Reader): Promise<string | null> {
  const noted = await reader.selectFrom("siteSettings").select("siteKey").executeTakeFirstOrThrow();
  const lock = await reader
    .selectFrom("drawLocks")
    .select("siteKey")
    .orderBy("lockedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return (noted.siteKey ?? lock?.siteKey)?.toString("hex") ?? null;
}

/**
 * Whether a site has the secret of its database, or there is nothing yet that another would lock out. A database
 * without raffles and second factors takes the secret that it finds, and so does one of before this was noted.
 *
 * @param isNew whether the secret was made just now: then it opens nothing that is there
 */
export async function ownsDatabase(db: Database, secret: Uint8Array, isNew: boolean): Promise<boolean> {
  const { siteKey } = siteKeyPair(secret);
  const known = await readSiteKey(db);
  if (known !== siteKey && (known !== null || isNew) && (await hasSealed(db))) return false;
  await db
    .updateTable("siteSettings")
    .set({ siteKey: Buffer.from(siteKey, "hex") })
    .execute();
  return true;
}

/** Whether anything in a database opens with its secret alone. */
async function hasSealed(db: Database): Promise<boolean> {
  const raffle = await db.selectFrom("raffles").select("id").limit(1).executeTakeFirst();
  return Boolean(raffle ?? (await db.selectFrom("userSecondFactors").select("userId").limit(1).executeTakeFirst()));
}
