import { recordChange } from "#src/access/audit/audit.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { canonicalJson } from "#src/base/canonical-json.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { FieldMessages, Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Pictures } from "#src/raffles/pictures/pictures.ts";
import { pictureRefused } from "#src/raffles/pictures/upload-refusal.ts";
import { widestNetworkOf } from "#src/rate-limits/network.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { announce } from "#src/webhooks/announce.ts";
import { CLAIM_PRIZE } from "../limits.ts";
import { noteClaimNews } from "../mails/claim-news.ts";
import { seal, unseal } from "../sealed.ts";
import { readClaimSettings } from "../settings.ts";
import { newVoucherCode } from "../vouchers/voucher-code.ts";
import { type ClaimClosed, canBeClaimed, findOwnClaim, holdOwnClaim } from "./hold-claim.ts";
import { objectByClaiming } from "./object-to-replacement.ts";
import { type ClaimAnswers, claimInput, type SentClaim } from "./schema.ts";
import { hasFile, storeFile, storeWords } from "./write.ts";

export type ClaimDeps = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly pictures: Pictures;
};

export type ClaimRefusal = ClaimClosed | Refusal<"invalid-fields" | "pictures-busy"> | ChallengeRefusal;

/**
 * Claims a prize for its winner, or changes the claim until the prize is handed over. The first claim makes the
 * voucher's code; who sends the same again gets the same answer. Whatever happens at the same moment, nobody claims
 * what is gone.
 *
 * @param sent untrusted
 * @returns refusals: see ClaimRefusal
 */
export async function claimPrize(
  deps: ClaimDeps & CountedVisitor,
  scope: ContactScope,
  claimId: string,
  sent: SentClaim,
): Promise<Outcome<void, ClaimRefusal>> {
  const { db, secret, clock } = deps;
  const { raffleId } = scope;
  const place = { raffleId, claimId };
  // Asked before anything costs: pictures take long.
  const found = canBeClaimed(isId(claimId) ? await findOwnClaim(db, scope, claimId) : null, clock());
  if (!found.ok) return found;
  const settings = await readClaimSettings(db, raffleId);
  const parsed = claimInput(settings, sent.way).safeParse(sent);
  const lacksId = settings.needsId && sent.id === null && !(await hasFile(db, place));
  const ofFile: FieldMessages = lacksId ? { id: [{ key: "idRequired" }] } : {};
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: { ...fieldErrors(parsed.error), ...ofFile } });
  if (lacksId) return refuse({ reason: "invalid-fields", fields: ofFile });
  const action = { policy: CLAIM_PRIZE, address: deps.address, subjects: [claimId] };
  const admitted = await deps.limits.admit(action, deps.solution);
  if (!admitted.ok) return admitted;
  const { share, sentence, ...answers } = parsed.data;
  const id = await pictureOf(deps, "id", settings.needsId ? sent.id : null);
  if (!id.ok) return id;
  const photo = await pictureOf(deps, "photo", share ? sent.photo : null);
  if (!photo.ok) return photo;

  return inTransaction(db, async (tx) => {
    const now = clock();
    const held = canBeClaimed(await holdOwnClaim(tx, scope, claimId), now);
    if (!held.ok) return held;
    const { claimedAt, voucherCode, prizeCode, ticket } = held.value;
    // A winner who claims a prize has not withdrawn.
    await objectByClaiming(tx, scope, held.value, clock);
    await storeWords(tx, place, share ? { sentence, photo: photo.value, agreedAt: now } : null);
    if (id.value) {
      const content = seal(secret, "claim-files/1", place, id.value);
      await storeFile(tx, place, { content, uploadedAt: now });
    }
    if (claimedAt && !id.value && isSame(openAnswers(secret, place, held.value.answers), answers)) {
      return accept(undefined);
    }
    await tx
      .updateTable("claims")
      .set({
        claimedAt: claimedAt ?? now,
        answers: seal(secret, "claim-answers/1", place, Buffer.from(JSON.stringify(answers))),
        voucherCode: voucherCode ?? newVoucherCode(),
        turnedDownAt: null,
        turnedDownFor: null,
      })
      .where("raffleId", "=", raffleId)
      .where("id", "=", claimId)
      .execute();
    if (!claimedAt) {
      await noteClaimNews(tx, scope, now);
      await announce(tx, { raffleId, kind: "claim.made", subjectId: claimId });
    }
    const change = { before: null, after: { ticket, way: answers.way }, entryId: scope.entryId };
    await recordChange(tx, scope, { action: "claim-prize", subject: prizeCode, ...change }, clock);
    return accept(undefined);
  });
}

/** What a winner filled in, opened. Null if nothing is stored, or it was changed by hand. */
export function openAnswers(
  secret: Uint8Array,
  place: { readonly raffleId: string; readonly claimId: string },
  sealed: Buffer | null,
): ClaimAnswers | null {
  const opened = sealed && unseal(secret, "claim-answers/1", place, sealed);
  return opened && (JSON.parse(opened.toString()) as ClaimAnswers);
}

function isSame(stored: ClaimAnswers | null, sent: ClaimAnswers): boolean {
  return stored !== null && canonicalJson(stored) === canonicalJson(sent);
}

/** A picture without all that is hidden in its file; null where none was chosen. */
async function pictureOf(
  { pictures, address }: { readonly pictures: Pictures; readonly address: string },
  field: "id" | "photo",
  upload: Uint8Array | null,
): Promise<Outcome<Uint8Array | null, Refusal<"invalid-fields" | "pictures-busy">>> {
  if (upload === null) return accept(null);
  const encoded = await pictures.photo(upload, widestNetworkOf(address));
  return encoded.ok ? encoded : pictureRefused(encoded.refusal, field);
}
