import type { Message, Refusal } from "#src/base/refusal.ts";
import { isDatabaseAway } from "#src/db/database-away.ts";
import type { Presence } from "#src/db/presence.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";

type Meaning = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly message: string;
  readonly formerCode?: string;
};

/** The HTTP status of each refusal, and the catalogue key of its sentence. The only such table. */
const MEANINGS = {
  "account-banned": { status: 403, message: "accountBanned" },
  "access-code-changed": { status: 409, message: "accessCodeChanged" },
  "access-code-mismatch": { status: 403, message: "accessCodeMismatch" },
  "announce-first": { status: 409, message: "announceFirst" },
  "banner-invalid": { status: 422, message: "bannerInvalid" },
  "banner-too-large": { status: 413, message: "bannerTooLarge" },
  "already-announced": { status: 409, message: "alreadyAnnounced" },
  "already-member": { status: 409, message: "alreadyMember" },
  "already-replaced": { status: 409, message: "alreadyReplaced" },
  "beacon-of-other-round": { status: 422, message: "beaconOfOtherRound" },
  "beacon-unreadable": { status: 422, message: "beaconUnreadable" },
  "beacon-wrong": { status: 422, message: "beaconWrong" },
  "body-invalid": { status: 400, message: "bodyInvalid" },
  "body-too-large": { status: 413, message: "bodyTooLarge" },
  "challenge-required": { status: 429, message: "challengeRequired" },
  "claim-days-left": { status: 409, message: "claimDaysLeft" },
  "claim-declined": { status: 409, message: "claimDeclined" },
  "claim-not-found": { status: 404, message: "claimNotFound" },
  "claim-too-late": { status: 409, message: "claimTooLate" },
  "code-batch-full": { status: 409, message: "codeBatchFull" },
  "code-batch-not-found": { status: 404, message: "codeBatchNotFound" },
  "code-batch-stopped": { status: 409, message: "codeBatchStopped" },
  "common-password": { status: 422, message: "commonPassword" },
  conflict: { status: 409, message: "raffleConflict" },
  "contact-changed-often": { status: 429, message: "contactChangedOften" },
  "contact-mismatch": { status: 403, message: "contactMismatch" },
  "contact-required": { status: 403, message: "contactRequired" },
  "cross-site": { status: 403, message: "crossSite" },
  "permission-missing": { status: 403, message: "permissionMissing", formerCode: "deed-not-allowed" },
  "draw-impossible": { status: 409, message: "drawImpossible" },
  "drop-code-not-found": { status: 404, message: "dropCodeNotFound" },
  "drop-code-stopped": { status: 409, message: "dropCodeStopped" },
  "drop-code-used": { status: 409, message: "dropCodeUsed" },
  "drop-code-taken-back": { status: 409, message: "dropCodeTakenBack" },
  "drops-not-found": { status: 404, message: "dropsNotFound" },
  "drop-codes-enough": { status: 409, message: "dropCodesEnough" },
  "email-in-use": { status: 409, message: "emailInUse" },
  "email-taken": { status: 409, message: "emailTaken" },
  "email-unverified": { status: 409, message: "emailUnverified" },
  "entry-code-ambiguous": { status: 409, message: "entryCodeAmbiguous" },
  "entry-code-conflict": { status: 409, message: "entryCodeConflict" },
  "entry-code-taken": { status: 409, message: "entryCodeTaken" },
  "entry-not-found": { status: 404, message: "entryNotFound" },
  "erase-holds-prize": { status: 409, message: "eraseHoldsPrize" },
  "erase-too-late": { status: 409, message: "eraseTooLate" },
  "event-conflict": { status: 409, message: "eventConflict" },
  "event-fields-required": { status: 422, message: "eventFieldsRequired" },
  "event-not-found": { status: 404, message: "eventNotFound" },
  "fields-missing": { status: 422, message: "fieldsMissing" },
  failed: { status: 500, message: "failed" },
  "helper-link-ended": { status: 404, message: "helperLinkEnded" },
  "helper-not-found": { status: 404, message: "helperNotFound" },
  "idempotency-key-invalid": { status: 400, message: "idempotencyKeyInvalid" },
  "idempotency-key-reused": { status: 422, message: "idempotencyKeyReused" },
  "idempotency-key-unknown": { status: 409, message: "idempotencyKeyUnknown" },
  "idempotency-key-running": { status: 409, message: "idempotencyKeyRunning" },
  "holder-unconfirmed": { status: 409, message: "holderUnconfirmed" },
  "invitation-ended": { status: 404, message: "invitationEnded" },
  "inviter-unverified": { status: 403, message: "inviterUnverified" },
  "invalid-fields": { status: 422, message: "raffleInvalid" },
  "invalid-raffle": { status: 422, message: "raffleFieldsRequired" },
  "owner-needed": { status: 409, message: "ownerNeeded" },
  "admin-stays": { status: 409, message: "adminStays" },
  "last-owner": { status: 409, message: "lastOwner" },
  "look-alikes-left": { status: 409, message: "lookAlikesLeft" },
  "list-locked": { status: 409, message: "listLocked" },
  "list-unlocked": { status: 404, message: "listUnlocked" },
  "job-not-found": { status: 404, message: "jobNotFound" },
  "link-invalid": { status: 410, message: "mailLinkInvalid" },
  "mail-not-found": { status: 404, message: "mailNotFound" },
  "media-type-unsupported": { status: 415, message: "mediaTypeUnsupported" },
  "mail-off": { status: 409, message: "mailOff" },
  "member-not-found": { status: 404, message: "memberNotFound" },
  "method-not-allowed": { status: 405, message: "methodNotAllowed" },
  "news-gone": { status: 409, message: "newsGone" },
  "nobody-in-play": { status: 409, message: "nobodyInPlay" },
  "not-announced": { status: 409, message: "notAnnounced" },
  "not-claimed": { status: 409, message: "notClaimed" },
  "not-drawn": { status: 409, message: "notDrawn" },
  "not-holder": { status: 409, message: "notHolder" },
  "nothing-announced": { status: 409, message: "nothingAnnounced" },
  "not-found": { status: 404, message: "notFound" },
  "organiser-only": { status: 403, message: "organiserOnly" },
  "own-account": { status: 409, message: "ownAccount" },
  "owner-only": { status: 403, message: "ownerOnly" },
  "pair-decided": { status: 409, message: "pairDecided" },
  "password-too-weak": { status: 422, message: "weakPasswordHere" },
  "password-wrong": { status: 403, message: "currentPasswordWrong" },
  "pictures-busy": { status: 503, message: "picturesBusy" },
  "photo-decided": { status: 409, message: "photoDecided" },
  "photo-not-found": { status: 404, message: "photoNotFound" },
  "photo-waits": { status: 409, message: "photoWaits" },
  "photos-enough": { status: 409, message: "photosEnough" },
  "photos-full": { status: 409, message: "photosFull" },
  "phone-taken": { status: 409, message: "phoneTaken" },
  "raffle-has-entries": { status: 409, message: "raffleHasEntries" },
  "raffle-identifier-taken": { status: 409, message: "raffleIdentifierTaken" },
  "prize-claimed": { status: 409, message: "prizeClaimed" },
  "prize-fields-required": { status: 422, message: "prizeFieldsRequired" },
  "prize-replaced": { status: 409, message: "prizeReplaced" },
  "prize-handed-over": { status: 409, message: "prizeHandedOver" },
  "raffle-details-required": { status: 422, message: "raffleDetailsRequired" },
  "raffle-owned": { status: 409, message: "raffleOwned" },
  "raffle-open": { status: 409, message: "raffleOpen" },
  "raffle-not-found": { status: 404, message: "raffleNotFound" },
  "replacing-others": { status: 503, message: "replacingOthers" },
  "removal-unconfirmed": { status: 409, message: "removalUnconfirmed" },
  "short-password": { status: 422, message: "shortPassword" },
  "site-away": { status: 503, message: "siteAway" },
  "site-busy": { status: 503, message: "siteBusy" },
  "second-code-wrong": { status: 403, message: "secondCodeWrong" },
  "second-factor-in-use": { status: 409, message: "secondFactorInUse" },
  "sign-in-over": { status: 401, message: "signInOver" },
  "sign-in-failed": { status: 401, message: "signInFailed" },
  "slip-not-found": { status: 409, message: "slipNotFound" },
  "stamp-code-past": { status: 409, message: "stampCodePast" },
  "stamp-code-wrong": { status: 404, message: "stampCodeWrong" },
  "stamp-ended": { status: 409, message: "stampEnded" },
  "stamp-scan-used": { status: 409, message: "stampScanUsed" },
  "stamps-enough": { status: 409, message: "stampsEnough" },
  "station-not-found": { status: 404, message: "stationNotFound" },
  "staff-only": { status: 403, message: "staffOnly" },
  "submission-closed": { status: 409, message: "submissionClosed" },
  "token-permission-missing": { status: 403, message: "tokenPermissionMissing", formerCode: "token-deed-missing" },
  "token-invalid": { status: 401, message: "tokenInvalid" },
  "token-not-found": { status: 404, message: "tokenNotFound" },
  "token-other-raffle": { status: 403, message: "tokenOtherRaffle" },
  "too-late": { status: 409, message: "tooLate" },
  "too-many-batches": { status: 409, message: "tooManyBatches" },
  "too-many-for-xlsx": { status: 409, message: "tooManyForXlsx" },
  "too-many-slips": { status: 409, message: "tooManySlips" },
  "too-many-changes": { status: 429, message: "tooManyChanges" },
  "too-many-notices": { status: 409, message: "tooManyNotices" },
  "too-many-requests": { status: 429, message: "tooManyRequests" },
  "too-many-viewers": { status: 503, message: "tooManyViewers" },
  "too-many-watchers": { status: 503, message: "tooManyWatchers" },
  "undo-too-late": { status: 409, message: "undoTooLate" },
  "user-not-found": { status: 404, message: "userNotFound" },
  "voucher-gone": { status: 409, message: "voucherGone" },
  "voucher-not-found": { status: 404, message: "voucherNotFound" },
  "voucher-unused": { status: 409, message: "voucherUnused" },
  "voucher-used": { status: 409, message: "voucherUsed" },
  "webhook-echo-wrong": { status: 409, message: "webhookEchoWrong" },
  "webhook-not-found": { status: 404, message: "webhookNotFound" },
  "webhook-off": { status: 409, message: "webhookOff" },
  "webhook-pending": { status: 409, message: "webhookPending" },
  "webhook-tested-often": { status: 429, message: "webhookTestedOften" },
  "webhook-unreached": { status: 409, message: "webhookUnreached" },
  "winner-keeps-prize": { status: 409, message: "winnerKeepsPrize" },
  "words-changed": { status: 409, message: "wordsChanged" },
} as const satisfies Record<string, Meaning>;

/** Every reason of a refusal, which is also the `code` in API answers. */
export type RefusalReason = keyof typeof MEANINGS;

/** The HTTP status of a refusal. */
export function statusOf(refusal: Refusal<RefusalReason>): Meaning["status"] {
  return MEANINGS[refusal.reason].status;
}

/** What API answers name beside the code for one version, so that clients of the earlier name can change. */
export function formerCodeOf({ reason }: Refusal<RefusalReason>): Pick<Meaning, "formerCode"> {
  const { formerCode }: Meaning = MEANINGS[reason];
  return formerCode === undefined ? {} : { formerCode };
}

/** A database that restarts or fails over to its standby is back within seconds. */
const AWAY_SECONDS = 3;

/** The refusal of a request while the database is away. */
export const SITE_AWAY = {
  reason: "site-away",
  fields: { "": [{ key: "siteAway", params: { seconds: AWAY_SECONDS } }] },
} as const satisfies Refusal<"site-away">;

/** The refusal for a thrown error: `site-away` (retry later) if the database is away, otherwise `failed`. */
export function failureOf(error: unknown, presence: Presence): Refusal<"site-away" | "failed"> {
  // Libraries wrap errors in their own, so the error alone does not always show that the database is away.
  return isDatabaseAway(error) || presence.isInDoubt() ? SITE_AWAY : { reason: "failed" };
}

/** The Retry-After header of a refusal that says how long to wait; no header for others. */
export function retryAfter(refusal: Refusal<RefusalReason> | ChallengeRefusal): Record<string, string> {
  const seconds = secondsOf(refusal);
  return seconds ? { "retry-after": String(seconds) } : {};
}

const WAITING: ReadonlySet<RefusalReason> = new Set([
  "pictures-busy",
  "site-away",
  "site-busy",
  "too-many-changes",
  "too-many-requests",
]);

function secondsOf(refusal: Refusal<RefusalReason> | ChallengeRefusal): string | number | null | undefined {
  if ("challenge" in refusal) return refusal.seconds;
  if (!WAITING.has(refusal.reason)) return null;
  return Object.values(refusal.fields ?? {}).flat()[0]?.params?.seconds;
}

const SAID_BY_FIELD: ReadonlySet<RefusalReason> = new Set(["too-many-requests", "site-busy", "conflict"]);

/**
 * The sentences that sum up a refusal. For invalid fields these are the fields' own messages, each once, so that a
 * client that shows only the summary still helps.
 */
export function summaryOf(refusal: Refusal<RefusalReason>): Message[] {
  const ofFields = Object.values(refusal.fields ?? {}).flat();
  if (refusal.reason !== "invalid-fields" || ofFields.length === 0) {
    const [first] = ofFields;
    // A rate limit or a full queue has its own sentence, which says how long to wait; a conflict one that says whose.
    if (first && SAID_BY_FIELD.has(refusal.reason)) return [first];
    return [{ key: MEANINGS[refusal.reason].message, params: first?.params }];
  }
  return [...new Map(ofFields.map((message) => [JSON.stringify(message), message])).values()];
}
