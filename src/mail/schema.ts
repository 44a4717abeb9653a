import type { Language } from "#src/i18n/languages.ts";

/** The states of a mail in the outbox. */
export const MAIL_STATES = [
  /** To be sent, now or at a retry. */
  "waiting",
  /** Not sent, because the site had no mail server. */
  "held",
  /** A mail server took it. */
  "sent",
  /** Refused for good, or retried in vain for too long. */
  "failed",
  /** Handed over, but it is unknown whether the server took it. It is not sent again automatically. */
  "unclear",
  /** Not sent, because no recipient was left. */
  "dropped",
  /** To be sent later: a day's limit is reached, of the site or of prizes or notices for a mailbox. */
  "deferred",
] as const;

export type MailState = (typeof MAIL_STATES)[number];

/** Mails in these states are few, or need somebody. The others are millions, which no page or metric counts. */
export const COUNTED_STATES = [
  "waiting",
  "deferred",
  "held",
  "failed",
  "unclear",
] as const satisfies readonly MailState[];

/** How many mails are in each of the counted states. */
export type MailCounts = Readonly<Record<(typeof COUNTED_STATES)[number], number>>;

/**
 * The recipient of a mail: an entrant, the holder of an account, or whom its sealed content names (sealed-content.ts).
 */
export type MailConcern =
  | { readonly raffleId: string; readonly entryId: string }
  | { readonly userId: string }
  | { readonly raffleId: string; readonly sealed: Buffer };

/** A mail to be sent: kind, recipient and language. Its content is rendered when it is sent. */
export type NewMail = MailConcern & {
  /** Letters and hyphens: "entry-receipt". It needs a renderer (src/app/start-background.ts). */
  readonly kind: string;
  readonly language: Language;
  /** Set for a mail that is found by the id of what it reports. */
  readonly id?: string;
  /** Set for news. An address, identified by its hash, gets it once. A null `addressKey` is a test; it may repeat. */
  readonly news?: { readonly id: string; readonly addressKey: Buffer | null };
  /** Set for mails about a draw: what they report (src/draws/mails). */
  readonly mailingId?: string;
  /** Set for mails to winners: the claim that they are about (src/claims/mails). */
  readonly claimId?: string;
};

/** A mail of the outbox. */
export type Mail = {
  readonly id: string;
  readonly kind: string;
  /** SITE_ID if the mail is about no raffle. */
  readonly raffleId: string;
  readonly entryId: string | null;
  readonly userId: string | null;
  readonly newsId: string | null;
  readonly mailingId: string | null;
  readonly claimId: string | null;
  readonly language: Language;
  readonly state: MailState;
  readonly createdAt: Date;
  readonly attempts: number;
  /** Why the last attempt failed: protocol codes, never an address. Empty if none failed. */
  readonly lastError: string;
  readonly handedOverAt: Date | null;
  readonly sentAt: Date | null;
  /** When the limits admitted it. Its tries before are not counted, those after it count no more. */
  readonly admittedAt: Date | null;
};

/** The key of a mail in the outbox. The raffle's id selects the shard. */
export type MailPlace = { readonly mailId: string; readonly raffleId: string };

/** How many mails something may cause, such as an account, in a window that the first one begins. */
export type MailLimit = {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
  /** What is counted under the name: an account's id. Stored as a hash only. */
  readonly value: string;
};

/**
 * Who stands behind a mail, so that what strangers cause is counted apart. `proven`: the mailbox proved that it wants
 * such mails, because its holder came by the link of a mail, or verified the address of an account. `vouched`: an
 * account that the site trusts owns the raffle. `none`: anybody may have caused it.
 */
export type MailTrust = "proven" | "vouched" | "none";

/** A file that comes with a mail. */
export type MailAttachment = { readonly name: string; readonly type: string; readonly content: string };

/** A value as a file of JSON that comes with a mail. */
export function jsonAttachment(name: string, value: unknown): MailAttachment {
  return { name, type: "application/json", content: JSON.stringify(value, null, 2) };
}

/** A rendered mail. */
export type Message = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
  /** Only for promotional mail: a POST to it stops such mail without a confirmation (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** Limits of its own that this mail counts against, beside those of its kind. Past one of them it is dropped. */
  readonly limits?: readonly MailLimit[];
  /** Default: "none". */
  readonly trust?: MailTrust;
};
