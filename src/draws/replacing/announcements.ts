import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { notifyRaffleChange } from "#src/db/sharding/instead-of-triggers.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { queueLeaf } from "../log/queue.ts";
import { timeOf } from "../protocol/format/times.ts";
import type { Lock } from "../protocol/lock.ts";
import { hashOfAnnouncement } from "../protocol/winners/replacement-proof.ts";
import { type AnnouncedReason, type AnnouncementEnd, asksFirst } from "./rules.ts";

/** Which holder of a prize it is about. */
export type HolderPlace = { readonly raffleId: string; readonly prizeCode: string; readonly from: number };

/** What an organiser announced of a winner, as it is stored. */
export type Announcement = HolderPlace & {
  readonly id: string;
  readonly reason: AnnouncedReason;
  readonly note: string;
  readonly at: Date;
  /** From then on the prize goes to the next in line. */
  readonly dueAt: Date;
  readonly objectedAt: Date | null;
  readonly endedAs: AnnouncementEnd | null;
};

/** Announcements that stand in public and are shown on one page: an organiser makes each by hand. */
const MAX_STANDING = 100;

function announcements(reader: Reader) {
  return reader
    .selectFrom("replacementAnnouncements")
    .select(["raffleId", "id", "prizeCode", "fromTicket as from", "reason", "note", "at", "dueAt"])
    .select(["objectedAt", "endedAs"])
    .$narrowType<{ reason: AnnouncedReason; endedAs: AnnouncementEnd | null }>();
}

/** Whether winners of a raffle consent, or it stands in public before they are replaced; false before the lock. */
export async function readAsksFirst(reader: Reader, raffleId: string): Promise<boolean> {
  const row = await reader.selectFrom("drawLocks").select("lock").where("raffleId", "=", raffleId).executeTakeFirst();
  return row !== undefined && asksFirst((JSON.parse(row.lock) as Lock).plan);
}

/** What was announced of a holder, the latest first. */
export function announcementsOf(
  reader: Reader,
  { raffleId, prizeCode, from }: HolderPlace,
): Promise<readonly Announcement[]> {
  return announcements(reader)
    .where("raffleId", "=", raffleId)
    .where("prizeCode", "=", prizeCode)
    .where("fromTicket", "=", from)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The latest that was announced of each of these tickets, and whether one of them keeps a prize, by `placeKey`. */
export async function readAnnounced(
  reader: Reader,
  raffleId: string,
  tickets: readonly number[],
): Promise<ReadonlyMap<string, { readonly latest: Announcement; readonly keeps: boolean }>> {
  if (tickets.length === 0) return new Map();
  const all = await announcements(reader)
    .where("raffleId", "=", raffleId)
    .where("fromTicket", "in", [...new Set(tickets)])
    .orderBy("at")
    .orderBy("id")
    .execute();
  return new Map(
    [...Map.groupBy(all, placeKey)].flatMap(([key, its]) => {
      const latest = its.at(-1);
      return latest ? [[key, { latest, keeps: its.some(({ endedAs }) => endedAs === "objected") }]] : [];
    }),
  );
}

/** A holder of a prize in a map. */
export function placeKey({ prizeCode, from }: Omit<HolderPlace, "raffleId">): string {
  return `${from} ${prizeCode}`;
}

/** What stands in public of a raffle's winners, the earliest first. Of a prize that was handed over, nothing does. */
export function readStanding(reader: Reader, raffleId: string): Promise<readonly Announcement[]> {
  return announcements(reader)
    .where("raffleId", "=", raffleId)
    .where("endedAt", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("claims")
            .select("claims.id")
            .where("claims.raffleId", "=", raffleId)
            .whereRef("claims.prizeCode", "=", "replacementAnnouncements.prizeCode")
            .whereRef("claims.ticket", "=", "replacementAnnouncements.fromTicket")
            .where("handedOverAt", "is not", null),
        ),
      ),
    )
    .orderBy("at")
    .orderBy("id")
    .limit(MAX_STANDING)
    .execute();
}

/** The announcement that has been due longest, except `excluded`; of all raffles. */
export async function findDue(reader: Reader, now: Date, excluded: readonly string[]): Promise<Announcement | null> {
  const due = await announcements(reader)
    .where("endedAt", "is", null)
    .where("dueAt", "<=", now)
    .where(sql<boolean>`id <> all(${[...excluded]}::uuid[])`)
    .orderBy("dueAt")
    .limit(1)
    .executeTakeFirst();
  return due ?? null;
}

/** What stands for an announcement in the log: a replacement that follows it has all of this. */
export function announcementHash({ prizeCode, from, reason, note, at }: Omit<Announcement, "raffleId" | "id">): string {
  return hashOfAnnouncement({ prizeCode, from, reason, note, at: timeOf(at.getTime() / 1000) });
}

/** Ends what stands about a holder, if anything does. After the claim's row is locked. */
export async function endAnnouncement(
  tx: Transaction,
  { raffleId, prizeCode, from }: HolderPlace,
  endedAs: AnnouncementEnd,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("replacementAnnouncements")
    .set({ endedAt: at, endedAs })
    .where("raffleId", "=", raffleId)
    .where("prizeCode", "=", prizeCode)
    .where("fromTicket", "=", from)
    .where("endedAt", "is", null)
    .execute();
  await notifyRaffleChange(tx, raffleId);
}

/**
 * Writes down that the winner objects. It ends what says that they withdrew; whether somebody is disqualified, the
 * organiser decides, and everybody sees the objection. After the claim's row is locked.
 */
export async function storeObjection(tx: Transaction, announced: Announcement, at: Date): Promise<void> {
  const { raffleId, id, reason } = announced;
  await tx
    .updateTable("replacementAnnouncements")
    .set({ objectedAt: at, ...(reason === "withdrew" && { endedAt: at, endedAs: "objected" }) })
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .execute();
  await notifyRaffleChange(tx, raffleId);
  const { lockHash } = await tx
    .selectFrom("drawLocks")
    .select("lockHash")
    .where("raffleId", "=", raffleId)
    .executeTakeFirstOrThrow();
  const lock = lockHash.toString("hex");
  await queueLeaf(tx, raffleId, { kind: "objection", lock, announcement: announcementHash(announced) });
}
