import type { Language } from "#src/i18n/languages.ts";

/** What can become of a mail. */
export const MAIL_STATES = [
  /** To be sent, now or at a later try. */
  "waiting",
  /** Written while the site had no mail server: what would have been sent. */
  "held",
  /** A mail server took it. */
  "sent",
  /** Refused for good, or in vain for too long. */
  "failed",
  /** It was handed over, and nobody heard whether the server took it. It is not sent again by itself. */
  "unclear",
  /** There was nobody left to send it to. */
  "dropped",
] as const;

export type MailState = (typeof MAIL_STATES)[number];

/** Whom a mail is for: an entrant, or the holder of an account. */
export type MailConcern = { readonly raffleId: string; readonly entryId: string } | { readonly userId: string };

/** A mail to be sent: of which kind, to whom, in which language. What it says is composed when it is sent. */
export type NewMail = MailConcern & {
  /** Letters and hyphens: "entry-receipt". Somebody must compose it (composers.ts). */
  readonly kind: string;
  readonly language: Language;
  /** The news that it is of; an address, named by the feature's hash of it, gets it once. Null is a test, again and again. */
  readonly news?: { readonly id: string; readonly addressKey: Buffer | null };
};

/** A mail of the outbox. */
export type Mail = {
  readonly id: string;
  readonly kind: string;
  /** The site's own id where it is of no raffle. */
  readonly raffleId: string;
  readonly entryId: string | null;
  readonly userId: string | null;
  readonly newsId: string | null;
  readonly language: Language;
  readonly state: MailState;
  readonly createdAt: Date;
  readonly attempts: number;
  /** Why the last try failed: codes of the protocol, never an address. Empty where none did. */
  readonly lastError: string;
  readonly handedOverAt: Date | null;
  readonly sentAt: Date | null;
};

/** Where a mail is in the outbox: it is looked for in its raffle's part. */
export type MailPlace = { readonly mailId: string; readonly raffleId: string };

/** What a mail says. */
export type Message = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Of promotional mail: a POST to it ends such mail without a question (RFC 8058). */
  readonly unsubscribeUrl?: string;
};
