import { recordChange } from "#src/access/audit/audit.ts";
import { readReason } from "#src/access/audit/reason.ts";
import type { StaffScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import { queueMail } from "#src/mail/write.ts";
import { holdUnlocked, type ListLocked } from "#src/raffles/list-lock.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { countGrants, grantKey } from "../count-grants.ts";
import { addRows } from "../write.ts";
import { PHOTO_REFUSED } from "./refused-mail.ts";
import { photoSource } from "./stored-photo.ts";

/** What the shop found on a photo. All of it is untrusted. */
export type PhotoDecision = {
  readonly photoId: string;
  readonly isAccepted: boolean;
  /** Why not: its entrant reads it. */
  readonly reason?: string;
};

type DecisionRefusal = Refusal<"invalid-fields" | "photo-not-found" | "photo-decided" | "photos-enough"> | ListLocked;

/**
 * Accepts a photo, which gives its entry the rule's drops, or refuses it with a reason that its entrant reads and is
 * mailed. The same decision again changes nothing; another one is refused: drops are taken back in the ledger.
 *
 * @returns whether it changed something; refusals as the type says, `photos-enough` where the rule counts no more
 */
export async function decidePhoto(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: StaffScope<"check-photos">,
  { photoId, isAccepted, reason: typed = "" }: PhotoDecision,
): Promise<Outcome<{ readonly changed: boolean }, DecisionRefusal>> {
  const read = isAccepted ? accept("") : readReason(typed);
  if (!read.ok) return read;
  const reason = read.value;
  const { raffleId } = scope;
  if (!isId(photoId)) return refuse({ reason: "photo-not-found" });
  return inTransaction(db, async (tx) => {
    const held = await holdUnlocked(tx, raffleId, { by: "shop" });
    if (!held.ok) return held;
    const find = () =>
      tx
        .selectFrom("proofPhotos")
        .select(["entryId", "ruleId", "state"])
        .where("raffleId", "=", raffleId)
        .where("id", "=", photoId)
        .executeTakeFirst();
    const photo = await find();
    const entry =
      photo &&
      (await tx
        .selectFrom("entries")
        .select(["id", "entryCode", "language", "emailKey"])
        .where("raffleId", "=", raffleId)
        .where("id", "=", photo.entryId)
        .forUpdate()
        .executeTakeFirst());
    const rule = (await findRaffle(tx, raffleId))?.rules.find(
      ({ id, proof }) => id === photo?.ruleId && proof === "photo",
    );
    if (!entry || !rule) return refuse({ reason: "photo-not-found" });
    // Whoever decides holds the entry: as it is by now.
    const state = (await find())?.state;
    const decided = isAccepted ? "accepted" : "refused";
    if (state === decided) return accept({ changed: false });
    if (state !== "waiting") return refuse({ reason: "photo-decided" });
    if (isAccepted) {
      const grants = await countGrants(tx, raffleId, [entry.id]);
      if ((grants.get(grantKey(entry.id, rule.id)) ?? 0) >= rule.maxTimes) return refuse({ reason: "photos-enough" });
    }
    const at = clock();
    await tx
      .updateTable("proofPhotos")
      .set({ state: decided, decidedAt: at })
      .where("raffleId", "=", raffleId)
      .where("id", "=", photoId)
      .execute();
    const drops = isAccepted ? rule.drops : 0;
    const row = {
      entryId: entry.id,
      ruleId: rule.id,
      way: "photo",
      drops,
      sourceKey: photoSource(photoId),
      reason,
    } as const;
    await addRows(tx, raffleId, [row], { by: scope, at });
    const after = { rule: rule.details, ...(isAccepted ? { drops } : { reason }) };
    const action = isAccepted ? "confirm-rule" : "refuse-claim";
    const change = { action, subject: entry.entryCode, entryId: entry.id, before: null, after } as const;
    await recordChange(tx, scope, change, clock);
    if (!isAccepted && entry.emailKey !== null) {
      const language = entry.language as Language;
      await queueMail(tx, { id: photoId, kind: PHOTO_REFUSED, raffleId, entryId: entry.id, language });
    }
    return accept({ changed: true });
  });
}
