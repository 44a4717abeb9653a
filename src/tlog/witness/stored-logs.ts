import { hash } from "node:crypto";
import type { Clock } from "#src/base/clock.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { type NoteKey, readVkey } from "../format/note.ts";
import { keyAmong, type WitnessStore } from "./witness.ts";

/** What this site remembers as a witness, in its database. */
export function databaseWitnessStore(db: Database, clock: Clock): WitnessStore {
  return {
    async read(origin) {
      const row = await db
        .selectFrom("witnessedLogs")
        .select(["size", "checkpoint"])
        .where("origin", "=", origin)
        .executeTakeFirst();
      return row ?? null;
    },
    async replace(origin, before, after) {
      const values = { ...after, at: clock() };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("witnessedLogs")
        .values({ origin, ...values })
        .onConflict((conflict) =>
          conflict.column("origin").doUpdateSet(values).where("witnessedLogs.size", "=", before),
        )
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows) > 0;
    },
  };
}

/** The newest checkpoint that this site cosigned of a log, by the SHA-256 of its origin in hex. */
export async function findWitnessed(reader: Reader, originHash: string): Promise<string | null> {
  const logs = await reader.selectFrom("witnessedLogs").select(["origin", "checkpoint"]).execute();
  return logs.find(({ origin }) => hash("sha256", origin, "hex") === originHash)?.checkpoint ?? null;
}

/** The key of a log whose site is a witness of ours; null for any other. */
export async function keyOfFollowedLog(reader: Reader, origin: string): Promise<NoteKey | null> {
  const rows = await reader.selectFrom("logWitnesses").select("logKey").where("logKey", "is not", null).execute();
  return keyAmong(
    rows.map(({ logKey }) => logKey ?? ""),
    origin,
  );
}

/** A witness of this site's log as pages name it. Its own site is where its key can be compared. */
export type PublicWitness = { readonly name: string; readonly url: string; readonly key: string };

/** The witnesses that this site has met, by their addresses. */
export async function readWitnesses(reader: Reader): Promise<PublicWitness[]> {
  const rows = await reader.selectFrom("logWitnesses").select(["url", "witnessKey"]).orderBy("url").execute();
  return rows.map(({ url, witnessKey }) => ({ url, key: witnessKey, name: readVkey(witnessKey)?.name ?? url }));
}
