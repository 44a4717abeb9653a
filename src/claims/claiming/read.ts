import type { ContactScope, EntrantScope, OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { type Announcement, placeKey, readAnnounced } from "#src/draws/replacing/announcements.ts";
import { type ClaimState, isClaimable, stateOf } from "../rules.ts";
import { unseal } from "../sealed.ts";
import { openAnswers } from "./claim-prize.ts";
import type { ClaimAnswers } from "./schema.ts";

/** A prize of an entry, as its winner sees it. */
export type OwnClaim = {
  readonly id: string;
  readonly prizeCode: string;
  readonly ticket: number;
  readonly claimBy: Date;
  readonly claimedAt: Date | null;
  readonly state: ClaimState;
  readonly opened: boolean;
  /** Why the organiser did not take the last claim. */
  readonly turnedDownFor: string | null;
  readonly answers: ClaimAnswers | null;
  /** Whether a picture of the ID is stored. */
  readonly hasId: boolean;
  readonly words: { readonly sentence: string; readonly hasPhoto: boolean } | null;
  /** Whether the winner gave it back, and the next in line has it. */
  readonly isGivenBack: boolean;
  /** What the organiser said last of this winner; null where they said nothing. */
  readonly announced: Announcement | null;
};

/** The prizes that an entry holds or held, for whoever has proved its contact. */
export async function readOwnClaims(
  { db, secret }: { readonly db: Reader; readonly secret: Uint8Array },
  { raffleId, entryId }: ContactScope,
  now: Date,
): Promise<OwnClaim[]> {
  const rows = await db
    .selectFrom("claims")
    .leftJoin("claimFiles as file", (join) =>
      join.onRef("file.raffleId", "=", "claims.raffleId").onRef("file.claimId", "=", "claims.id"),
    )
    .leftJoin("winnerWords as words", (join) =>
      join.onRef("words.raffleId", "=", "claims.raffleId").onRef("words.claimId", "=", "claims.id"),
    )
    .select([
      "id",
      "prizeCode",
      "ticket",
      "claimBy",
      "openedAt",
      "claimedAt",
      "declinedAt",
      "turnedDownAt",
      "turnedDownFor",
    ])
    .select(["handedOverAt", "goneAt", "answers", "file.uploadedAt", "words.sentence"])
    .select((eb) => eb("words.photo", "is not", null).as("hasPhoto"))
    .where("claims.raffleId", "=", raffleId)
    .where("claims.entryId", "=", entryId)
    .orderBy("heldSince")
    .orderBy("prizeCode")
    .execute();
  const announced = await readAnnounced(
    db,
    raffleId,
    rows.map(({ ticket }) => ticket),
  );
  return rows.map((row) => ({
    id: row.id,
    prizeCode: row.prizeCode,
    ticket: row.ticket,
    claimBy: row.claimBy,
    claimedAt: row.claimedAt,
    state: stateOf(row, true, now),
    opened: row.openedAt !== null,
    turnedDownFor: row.turnedDownFor,
    answers: openAnswers(secret, { raffleId, claimId: row.id }, row.answers),
    hasId: row.uploadedAt !== null,
    words: row.sentence === null ? null : { sentence: row.sentence, hasPhoto: Boolean(row.hasPhoto) },
    isGivenBack: row.goneAt !== null && row.declinedAt !== null,
    announced: announced.get(placeKey({ prizeCode: row.prizeCode, from: row.ticket }))?.latest ?? null,
  }));
}

/** How far the prizes of an entry are, for who has its code: they learn nothing else of its claims. */
export type OwnPrizesState = {
  /** Until when the first that can still be claimed is to be; null where none can, or none is stored yet. */
  readonly claimBy: Date | null;
  /** Whether one can still be claimed. One whose claims are not stored yet can. */
  readonly canClaim: boolean;
  /** The codes of those whose time is over. */
  readonly overdue: readonly string[];
  /** What the organiser said in public of one that its winner still has, and that waits for an answer. */
  readonly asked: Pick<Announcement, "reason" | "dueAt"> | null;
};

/** Reads how far the prizes are that an entry holds. */
export async function readOwnPrizesState(
  reader: Reader,
  { raffleId, entryId }: EntrantScope,
  now: Date,
): Promise<OwnPrizesState> {
  const claims = await reader
    .selectFrom("claims")
    .select(["prizeCode", "ticket", "claimBy", "openedAt", "claimedAt", "declinedAt"])
    .select(["turnedDownAt", "handedOverAt", "goneAt"])
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .orderBy("claimBy")
    .execute();
  const held = claims.map((claim) => ({ ...claim, state: stateOf(claim, true, now) }));
  const announced = await readAnnounced(
    reader,
    raffleId,
    held.map(({ ticket }) => ticket),
  );
  const standing = held
    .filter(({ state }) => state !== "gone" && state !== "handed-over")
    .map(({ prizeCode, ticket }) => announced.get(placeKey({ prizeCode, from: ticket }))?.latest)
    .find((latest) => latest?.endedAs === null && latest.objectedAt === null);
  const claimable = held.filter(({ state }) => isClaimable(state));
  return {
    claimBy: claimable[0]?.claimBy ?? null,
    canClaim: claims.length === 0 || claimable.length > 0,
    overdue: held.filter(({ state }) => state === "overdue").map(({ prizeCode }) => prizeCode),
    asked: standing ?? null,
  };
}

/** What winners of the organiser's raffle filled in, by the claims' ids. Claims without answers are missing. */
export async function readClaimAnswers(
  reader: Reader,
  { raffleId }: OrganiserScope,
  claimIds: readonly string[],
  secret: Uint8Array,
): Promise<ReadonlyMap<string, ClaimAnswers>> {
  if (claimIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("claims")
    .select(["id", "answers"])
    .where("raffleId", "=", raffleId)
    .where("id", "in", claimIds)
    .execute();
  return new Map(
    rows.flatMap(({ id, answers }): [string, ClaimAnswers][] => {
      const opened = openAnswers(secret, { raffleId, claimId: id }, answers);
      return opened ? [[id, opened]] : [];
    }),
  );
}

/** The picture of a winner's ID (WebP), for the organiser alone. Null if there is none. */
export async function readIdPicture(
  reader: Reader,
  { raffleId }: OrganiserScope,
  claimId: string,
  secret: Uint8Array,
): Promise<Buffer | null> {
  if (!isId(claimId)) return null;
  const row = await reader
    .selectFrom("claimFiles")
    .select("content")
    .where("raffleId", "=", raffleId)
    .where("claimId", "=", claimId)
    .executeTakeFirst();
  return row ? unseal(secret, "claim-files/1", { raffleId, claimId }, row.content) : null;
}
