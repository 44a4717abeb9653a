import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import type { EntrantScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors, optionalText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { lockEntry } from "#src/entries/read.ts";
import { holdUnlocked } from "#src/raffles/list-lock.ts";
import type { Pictures } from "#src/raffles/pictures/pictures.ts";
import { pictureRefused } from "#src/raffles/pictures/upload-refusal.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { countGrants, grantKey } from "../count-grants.ts";
import { PHOTO_LIMITS, UPLOAD_PHOTO } from "./limits.ts";
import { comparableNumber, markOfPhoto, sealOfPhoto } from "./stored-photo.ts";

type UploadDeps = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly pictures: Pictures;
};

/** What an entrant sends as a proof of a rule. All of it is untrusted. */
export type SentPhoto = {
  readonly ruleId: string;
  readonly upload: Uint8Array | null;
  /** The receipt's number; empty for none. */
  readonly number: string;
};

type CannotUpload = Refusal<"photo-waits" | "photos-enough" | "photos-full" | "entry-not-found" | "too-late">;

export type PhotoUploadRefusal = CannotUpload | Refusal<"invalid-fields" | "pictures-busy"> | ChallengeRefusal;

const sentNumber = z.object({ number: optionalText(PHOTO_LIMITS.number) });

/**
 * Stores a photo that is to prove a rule, made anew and sealed, until the shop has looked at it. A rule has one waiting
 * photo of an entry. The same picture sent again, as after a lost answer, is stored once.
 *
 * @returns whether it is new; refusals as the type says, `photos-full` where entry or raffle have as many as they may
 */
export async function uploadPhoto(
  deps: UploadDeps & CountedVisitor,
  entrant: EntrantScope,
  { ruleId, upload, number: typed }: SentPhoto,
): Promise<Outcome<{ readonly isNew: boolean }, PhotoUploadRefusal>> {
  const { db, secret, clock } = deps;
  const { raffleId, entryId } = entrant;
  const parsed = sentNumber.safeParse({ number: typed });
  const lacking: FieldMessages = upload === null ? { photo: [{ key: "photoRequired" }] } : {};
  if (!parsed.success || upload === null || !isId(ruleId)) {
    const errors = parsed.success ? {} : fieldErrors(parsed.error);
    return refuse({ reason: "invalid-fields", fields: { ...errors, ...lacking } });
  }
  // Asked before anything costs: pictures take long. One that waits may be the same, sent again.
  const before = await whyNoPhoto(db, entrant, ruleId);
  if (before !== null && before !== "photo-waits") return refuse({ reason: before });
  const action = { policy: UPLOAD_PHOTO, address: deps.address, subjects: [entryId] };
  const admitted = await deps.limits.admit(action, deps.solution);
  if (!admitted.ok) return admitted;
  const encoded = await deps.pictures.proof(upload, widestNetworkOf(deps.address));
  if (!encoded.ok) return pictureRefused(encoded.refusal, "photo");
  const { webp, looks } = encoded.value;
  const mark = markOfPhoto(secret, raffleId, "picture", Buffer.from(webp).toString("base64"));
  const { number } = parsed.data;
  const comparable = comparableNumber(number);
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, raffleId, { by: "entrant" });
    if (!held.ok) return refuse({ reason: "too-late" });
    if (!(await lockEntry(tx, entrant))) return refuse({ reason: "entry-not-found" });
    const own = { raffleId, entryId, ruleId };
    const same = await tx
      .selectFrom("proofPhotos")
      .select("id")
      .where((eb) => eb.and(own))
      .where("mark", "=", mark)
      .where("state", "<>", "refused")
      .executeTakeFirst();
    if (same) return accept({ isNew: false });
    const reason = await whyNoPhoto(tx, entrant, ruleId);
    if (reason !== null) return refuse({ reason });
    const id = newId();
    const place = { raffleId, id };
    const numbers =
      comparable === ""
        ? { number: null, numberMark: null }
        : {
            number: sealOfPhoto(secret, "number", place, Buffer.from(number)),
            numberMark: markOfPhoto(secret, raffleId, "number", comparable),
          };
    const content = sealOfPhoto(secret, "picture", place, webp);
    const row = {
      ...own,
      id,
      content,
      mark,
      looks,
      ...numbers,
      uploadedAt: clock(),
      state: "waiting",
      decidedAt: null,
    };
    await tx.insertInto("proofPhotos").values(row).execute();
    return accept({ isNew: true });
  });
}

/** Why an entry can have no photo of a rule now; null if it can. */
export async function whyNoPhoto(
  reader: Reader,
  { raffleId, entryId }: EntrantScope,
  ruleId: string,
): Promise<CannotUpload["reason"] | null> {
  const rule = await reader
    .selectFrom("rules")
    .innerJoin("raffles", "raffles.id", "rules.raffleId")
    .select(["maxTimes", sql<SqlBool>`clock_timestamp() <= due_date`.as("isOpen")])
    .where("rules.raffleId", "=", raffleId)
    .where("rules.id", "=", ruleId)
    .where("proof", "=", "photo")
    .executeTakeFirst();
  if (!rule?.isOpen) return "too-late";
  const { rows } = await sql<{ all: number; own: number; waiting: number }>`
    select count(*)::int as "all", count(*) filter (where entry_id = ${entryId})::int as own,
      count(*) filter (where entry_id = ${entryId} and rule_id = ${ruleId} and state = 'waiting')::int as waiting
    from proof_photos where raffle_id = ${raffleId}
  `.execute(reader);
  const { all = 0, own = 0, waiting = 0 } = rows[0] ?? {};
  if (waiting > 0) return "photo-waits";
  const grants = await countGrants(reader, raffleId, [entryId]);
  if ((grants.get(grantKey(entryId, ruleId)) ?? 0) >= rule.maxTimes) return "photos-enough";
  return own >= PHOTO_LIMITS.perEntry || all >= PHOTO_LIMITS.perRaffle ? "photos-full" : null;
}
