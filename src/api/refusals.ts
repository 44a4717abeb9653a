import type { Message, Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/entries/robot-check.ts";

type Meaning = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly message: string;
};

/** What each refusal means to the outside: its HTTP status and its sentence. The only such table. */
const MEANINGS = {
  "account-banned": { status: 403, message: "accountBanned" },
  "access-code-mismatch": { status: 403, message: "accessCodeMismatch" },
  "banner-invalid": { status: 422, message: "bannerInvalid" },
  "banner-too-large": { status: 413, message: "bannerTooLarge" },
  "body-invalid": { status: 400, message: "bodyInvalid" },
  "body-too-large": { status: 413, message: "bodyTooLarge" },
  "challenge-required": { status: 429, message: "challengeRequired" },
  "common-password": { status: 422, message: "commonPassword" },
  conflict: { status: 409, message: "raffleConflict" },
  "cross-site": { status: 403, message: "crossSite" },
  "email-in-use": { status: 409, message: "emailInUse" },
  "email-taken": { status: 409, message: "emailTaken" },
  "entry-code-ambiguous": { status: 409, message: "entryCodeAmbiguous" },
  "entry-code-conflict": { status: 409, message: "entryCodeConflict" },
  "entry-not-found": { status: 404, message: "entryNotFound" },
  "erase-too-late": { status: 409, message: "eraseTooLate" },
  "event-conflict": { status: 409, message: "eventConflict" },
  "event-fields-required": { status: 422, message: "eventFieldsRequired" },
  "event-not-found": { status: 404, message: "eventNotFound" },
  "fields-missing": { status: 422, message: "fieldsMissing" },
  failed: { status: 500, message: "failed" },
  "invalid-fields": { status: 422, message: "raffleInvalid" },
  "invalid-raffle": { status: 422, message: "raffleFieldsRequired" },
  "job-not-found": { status: 404, message: "jobNotFound" },
  "link-invalid": { status: 410, message: "mailLinkInvalid" },
  "mail-not-found": { status: 404, message: "mailNotFound" },
  "media-type-unsupported": { status: 415, message: "mediaTypeUnsupported" },
  "mail-off": { status: 409, message: "mailOff" },
  "news-gone": { status: 409, message: "newsGone" },
  "not-found": { status: 404, message: "notFound" },
  "organiser-only": { status: 403, message: "organiserOnly" },
  "own-account": { status: 409, message: "ownAccount" },
  "password-wrong": { status: 403, message: "currentPasswordWrong" },
  "phone-taken": { status: 409, message: "phoneTaken" },
  "raffle-has-entries": { status: 409, message: "raffleHasEntries" },
  "raffle-identifier-taken": { status: 409, message: "raffleIdentifierTaken" },
  "prize-fields-required": { status: 422, message: "prizeFieldsRequired" },
  "raffle-details-required": { status: 422, message: "raffleDetailsRequired" },
  "raffle-not-found": { status: 404, message: "raffleNotFound" },
  "removal-unconfirmed": { status: 409, message: "removalUnconfirmed" },
  "site-busy": { status: 503, message: "siteBusy" },
  "sign-in-failed": { status: 401, message: "signInFailed" },
  "submission-closed": { status: 409, message: "submissionClosed" },
  "too-late": { status: 409, message: "tooLate" },
  "too-many-for-xlsx": { status: 409, message: "tooManyForXlsx" },
  "too-many-requests": { status: 429, message: "tooManyRequests" },
  "too-many-watchers": { status: 503, message: "tooManyWatchers" },
  "user-not-found": { status: 404, message: "userNotFound" },
} as const satisfies Record<string, Meaning>;

/** Every reason for which the product refuses, as its `code` appears in API answers. */
export type RefusalReason = keyof typeof MEANINGS;

/** The HTTP status of a refusal. */
export function statusOf(refusal: Refusal<RefusalReason>): Meaning["status"] {
  return MEANINGS[refusal.reason].status;
}

/** Whoever must wait is told how long in a header too, where programs look for it. */
export function retryAfter(refusal: Refusal<RefusalReason> | ChallengeRefusal): Record<string, string> {
  const seconds = secondsOf(refusal);
  return seconds ? { "retry-after": String(seconds) } : {};
}

function secondsOf(refusal: Refusal<RefusalReason> | ChallengeRefusal): string | number | null | undefined {
  if ("challenge" in refusal) return refusal.seconds;
  if (refusal.reason !== "too-many-requests" && refusal.reason !== "site-busy") return null;
  return Object.values(refusal.fields ?? {}).flat()[0]?.params?.seconds;
}

/**
 * The sentences that sum a refusal up. Where fields are wrong these are the fields' own, each once, so that a
 * client that shows nothing but them still helps.
 */
export function summaryOf(refusal: Refusal<RefusalReason>): Message[] {
  const ofFields = Object.values(refusal.fields ?? {}).flat();
  if (refusal.reason !== "invalid-fields" || ofFields.length === 0) {
    const [first] = ofFields;
    // A wait that is too long to be said in seconds has a sentence of its own.
    if (refusal.reason === "too-many-requests" && first) return [first];
    return [{ key: MEANINGS[refusal.reason].message, params: first?.params }];
  }
  return [...new Map(ofFields.map((message) => [JSON.stringify(message), message])).values()];
}
