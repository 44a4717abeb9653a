import { recordChange, type SiteItself } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { laterOfClocks } from "../later-of-clocks.ts";
import { queueLeaf } from "../log/queue.ts";
import { mailAboutClaim, REPLACEMENT_ANNOUNCED, REPLACEMENT_TAKEN_BACK } from "../mails/write.ts";
import { OBJECTION_SECONDS } from "../protocol/winners/replacements.ts";
import { findDraw, isDrawn } from "../read.ts";
import {
  type Announcement,
  announcementHash,
  announcementsOf,
  endAnnouncement,
  type HolderPlace,
} from "./announcements.ts";
import { readReplacement, type WantedReplacement } from "./read-wish.ts";
import { asksFirst } from "./rules.ts";

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Of demonstration data: when it was announced. */
  readonly demonstration?: { readonly at: Date };
};

/**
 * Why nothing is announced: it is not drawn, or nobody knows yet who won; the note or the reason is not as it must be;
 * this ticket does not hold the prize; the prize was handed over; another announcement stands; the winner has objected
 * once that they did not withdraw.
 */
export type AnnounceRefusal = Refusal<
  | "invalid-fields"
  | "not-drawn"
  | "not-announced"
  | "not-holder"
  | "prize-handed-over"
  | "already-announced"
  | "winner-keeps-prize"
>;

/**
 * Announces that a winner is to be replaced: everybody reads it, the winner is mailed, and after three days the site
 * replaces them (src/draws/replacing/replace-announced.ts). Asked again in the same words, it answers the same.
 *
 * @returns refusals: see AnnounceRefusal
 * @throws for a draw whose winners are replaced at once
 */
export async function announceReplacement(
  deps: Deps,
  scope: OrganiserScope | SiteItself,
  wanted: WantedReplacement,
): Promise<Outcome<Announcement, AnnounceRefusal>> {
  const read = readReplacement(wanted);
  if (!read.ok) return read;
  const { reason, note } = read.value;
  if (reason === "unclaimed") {
    return refuse({ reason: "invalid-fields", fields: { reason: [{ key: "optionInvalid" }] } });
  }
  const { raffleId } = scope;
  return inTransaction(deps.db, async (tx) => {
    const draw = await findDraw(tx, raffleId);
    if (!draw || !isDrawn(draw.published)) return refuse({ reason: "not-drawn" } as const);
    if (!draw.announcedAt) return refuse({ reason: "not-announced" } as const);
    const { plan } = draw.published.lock;
    if (!asksFirst(plan)) throw new Error(`Winners of ${plan.raffle} are replaced at once.`);
    const place = { raffleId, prizeCode: read.value.prizeCode, from: read.value.from };
    const held = await holdHolder(tx, place);
    if (!held) return refuse({ reason: "not-holder" } as const);
    if (held.handedOverAt) return refuse({ reason: "prize-handed-over" } as const);
    const earlier = await announcementsOf(tx, place);
    const standing = earlier.find(({ endedAs }) => endedAs === null);
    if (standing) {
      const isSame = standing.reason === reason && standing.note === note;
      return isSame ? accept(standing) : refuse({ reason: "already-announced" } as const);
    }
    const keeps = earlier.some(({ endedAs }) => endedAs === "objected");
    if (keeps && reason === "withdrew") return refuse({ reason: "winner-keeps-prize" } as const);
    const since = deps.demonstration?.at ?? (await laterOfClocks(tx, deps.clock));
    const at = wholeSeconds(Math.max(since.getTime(), held.heldSince.getTime()));
    const dueAt = new Date(at.getTime() + OBJECTION_SECONDS * 1000);
    const announced: Announcement = {
      ...{ ...place, id: newId(), reason, note, at, dueAt },
      ...{ objectedAt: null, endedAs: null },
    };
    const { from: fromTicket, endedAs: _, ...row } = announced;
    await tx
      .insertInto("replacementAnnouncements")
      .values({ ...row, fromTicket })
      .execute();
    const leaf = { lock: draw.lockHash, announcement: announcementHash(announced) };
    await queueLeaf(tx, raffleId, { kind: "announcement", ...leaf });
    await mailAboutClaim(tx, { raffleId, claimId: held.id, kind: REPLACEMENT_ANNOUNCED });
    const after = { prizeCode: place.prizeCode, ticket: place.from, reason, note, dueAt };
    const change = { action: "announce-replacement", subject: plan.raffle, before: null, after } as const;
    await recordChange(tx, scope, change, deps.clock);
    return accept(announced);
  });
}

/**
 * Takes an announcement back before anything came of it. The winner is mailed that the prize stays theirs. Asked again,
 * it changes nothing.
 *
 * @returns refusal: `nothing-announced`
 */
export async function takeBackAnnouncement(
  { db, clock }: Pick<Deps, "db" | "clock">,
  scope: OrganiserScope,
  { prizeCode, from }: Omit<HolderPlace, "raffleId">,
): Promise<Outcome<void, Refusal<"nothing-announced">>> {
  const place = { raffleId: scope.raffleId, prizeCode, from };
  return inTransaction(db, async (tx) => {
    const held = await holdHolder(tx, place);
    const [latest] = held ? await announcementsOf(tx, place) : [];
    if (latest?.endedAs === "taken-back") return accept(undefined);
    if (!held || !latest || latest.endedAs !== null) return refuse({ reason: "nothing-announced" } as const);
    await endAnnouncement(tx, place, "taken-back", clock());
    await mailAboutClaim(tx, { raffleId: scope.raffleId, claimId: held.id, kind: REPLACEMENT_TAKEN_BACK });
    const after = { prizeCode, ticket: from, reason: latest.reason };
    const change = { action: "take-back-announcement", subject: prizeCode, before: null, after } as const;
    await recordChange(tx, scope, change, clock);
    return accept(undefined);
  });
}

const wholeSeconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);

/** The largest number that a ticket's column can hold. */
const MAX_TICKET = 2 ** 31 - 1;

/** Locks the claim of the holder of a prize: claim, hand-over, objection and replacement come one after the other. */
async function holdHolder(tx: Transaction, { raffleId, prizeCode, from }: HolderPlace) {
  if (!Number.isInteger(from) || from < 1 || from > MAX_TICKET || prizeCode.includes("\0")) return undefined;
  return tx
    .selectFrom("claims")
    .select(["id", "heldSince", "handedOverAt"])
    .where("raffleId", "=", raffleId)
    .where("prizeCode", "=", prizeCode)
    .where("ticket", "=", from)
    .where("goneAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
}
