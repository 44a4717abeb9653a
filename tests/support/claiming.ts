import sharp from "sharp";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import type { ContactScope } from "#src/access/scope.ts";
import type { SentClaim } from "#src/claims/claiming/schema.ts";
import type { Database } from "#src/db/connect.ts";
import type { TestDatabase } from "./database.ts";
import type { DrawnRaffle } from "./drawn-claims.ts";

/** A claim as its form sends it. */
export function claimBody(changes: Partial<SentClaim> = {}): SentClaim {
  return {
    ...{ way: "delivery", address: "7 Rizal Street, Iloilo", day: "Saturday", phone: "", answer: "" },
    ...{ share: false, sentence: "", id: null, photo: null },
    ...changes,
  };
}

/** A picture as a phone takes it. */
export function phonePicture(width = 800, height = 600): Promise<Buffer> {
  const background = { r: 200, g: 30, b: 30 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** The proof of the winner of a claim. */
export async function winnerOf(db: Database, { id }: DrawnRaffle, claimId: string): Promise<ContactScope> {
  const { entryId } = await db
    .selectFrom("claims")
    .select("entryId")
    .where("id", "=", claimId)
    .executeTakeFirstOrThrow();
  const scope = await entrantToWriteTo(db, { raffleId: id, entryId });
  if (!scope) throw new Error("The entry is gone.");
  return scope;
}

/** The row of a claim, as it is stored. */
export async function storedClaim({ pool }: Pick<TestDatabase, "pool">, claimId: string) {
  const { rows } = await pool.query("select * from claims where id = $1", [claimId]);
  return rows[0];
}
