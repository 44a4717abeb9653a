import { sql } from "kysely";
import type { ContactScope, EntrantScope, StaffScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { ALIKE_BITS } from "./limits.ts";
import { openOfPhoto } from "./stored-photo.ts";

type CheckScope = StaffScope<"check-photos">;

export type PhotoState = "waiting" | "accepted" | "refused";

/** Another photo of the raffle that has something in common with one. */
export type PhotoAlike = {
  readonly id: string;
  readonly entryCode: string;
  readonly state: PhotoState;
  readonly by: "picture" | "number" | "looks";
};

/** A photo to decide on, with what is flagged. */
export type PhotoToCheck = {
  readonly id: string;
  readonly ruleId: string;
  readonly entryCode: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In which the entrant is written to. */
  readonly language: string;
  readonly uploadedAt: Date;
  readonly state: PhotoState;
  /** The receipt's number as it was typed; empty for none. */
  readonly number: string;
  readonly alike: readonly PhotoAlike[];
};

/** Who decides needs no more of them to be careful. */
const MOST_ALIKE = 5;

/** How many photos of a raffle wait for the shop. */
export async function countWaiting(reader: Reader, { raffleId }: Pick<CheckScope, "raffleId">): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proof_photos where raffle_id = ${raffleId} and state = 'waiting'
  `.execute(reader);
  return rows[0]?.count ?? 0;
}

/**
 * A photo of the raffle: the one that is asked for, or else the one that waits longest.
 *
 * @param asked untrusted: `id` of a photo, or `after` which the next one is wanted; then the oldest follows the newest
 */
export async function readPhoto(
  reader: Reader,
  { raffleId }: CheckScope,
  secret: Uint8Array,
  { id, after }: { readonly id: string | null; readonly after: string | null },
): Promise<PhotoToCheck | null> {
  const of = (place: ReturnType<typeof sql>) =>
    sql<Omit<PhotoToCheck, "number" | "alike"> & { number: Buffer | null }>`
    select photo.id, rule_id as "ruleId", entry_code as "entryCode", first_name as "firstName", last_name as "lastName", language,
      uploaded_at as "uploadedAt", state, number
    from proof_photos as photo
    join entries on entries.raffle_id = ${raffleId} and entries.id = photo.entry_id
    where photo.raffle_id = ${raffleId} and ${place} order by photo.id limit 1
  `.execute(reader);
  const places =
    id !== null
      ? [sql`photo.id = ${isId(id) ? id : null}`]
      : [
          ...(after !== null && isId(after) ? [sql`state = 'waiting' and photo.id > ${after}`] : []),
          sql`state = 'waiting'`,
        ];
  for (const place of places) {
    const [found] = (await of(place)).rows;
    if (!found) continue;
    const opened = found.number && openOfPhoto(secret, "number", { raffleId, id: found.id }, found.number);
    return { ...found, number: opened?.toString() ?? "", alike: await readAlike(reader, raffleId, found.id) };
  }
  return null;
}

async function readAlike(reader: Reader, raffleId: string, id: string): Promise<readonly PhotoAlike[]> {
  const { rows } = await sql<PhotoAlike>`
    select other.id, entry_code as "entryCode", other.state, case
        when other.mark = photo.mark then 'picture' when other.number_mark = photo.number_mark then 'number' else 'looks'
      end as by
    from proof_photos as photo
    join proof_photos as other on other.raffle_id = ${raffleId} and other.id <> photo.id
    join entries on entries.raffle_id = ${raffleId} and entries.id = other.entry_id
    where photo.raffle_id = ${raffleId} and photo.id = ${id} and (
      other.mark = photo.mark or other.number_mark = photo.number_mark
      or bit_count(other.looks # photo.looks) <= ${ALIKE_BITS}
    )
    order by other.id limit ${MOST_ALIKE}
  `.execute(reader);
  return rows;
}

/** The picture of a photo (WebP), for who may check it. Null if there is none. */
export async function readPhotoPicture(
  reader: Reader,
  { raffleId }: CheckScope,
  secret: Uint8Array,
  id: string,
): Promise<Buffer | null> {
  if (!isId(id)) return null;
  const row = await reader
    .selectFrom("proofPhotos")
    .select("content")
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? openOfPhoto(secret, "picture", { raffleId, id }, row.content) : null;
}

/** The photos of an entry, the newest first, without their pictures. */
export async function readOwnPhotos(
  reader: Reader,
  { raffleId, entryId }: Pick<EntrantScope, "raffleId" | "entryId">,
): Promise<readonly { readonly ruleId: string; readonly state: PhotoState; readonly uploadedAt: Date }[]> {
  const rows = await reader
    .selectFrom("proofPhotos")
    .select(["ruleId", "state", "uploadedAt"])
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as PhotoState }));
}

/** All that is stored of an entry's photos, for its entrant: the oldest first. */
export async function readStoredPhotos(
  reader: Reader,
  { raffleId, entryId }: Pick<ContactScope, "raffleId" | "entryId">,
  secret: Uint8Array,
) {
  const rows = await reader
    .selectFrom("proofPhotos")
    .select(["id", "ruleId", "content", "number", "uploadedAt", "state", "decidedAt"])
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, content, number, ...row }) => {
    const place = { raffleId, id };
    const picture = openOfPhoto(secret, "picture", place, content)?.toString("base64") ?? "";
    const typed = number && openOfPhoto(secret, "number", place, number)?.toString();
    return { ...row, number: typed ?? "", picture: `data:image/webp;base64,${picture}` };
  });
}
