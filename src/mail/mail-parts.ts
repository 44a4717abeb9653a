import type { Language } from "#src/i18n/languages.ts";
import type { MailFace } from "./face.ts";

/** A value with its name: "Raffle: Noche Buena Basket". */
export type MailFact = { readonly name: string; readonly value: string };

/** A part of a mail, in plain texts. */
export type MailPart =
  | { readonly paragraph: string }
  /** Text by a trusted author: line breaks stay, and page addresses become links. */
  | { readonly prose: string }
  /** The ticket of an entrant, large: the raffle, its number in the list once there is one, the entry code. */
  | { readonly ticket: { readonly raffle: MailFact; readonly number?: MailFact; readonly code: MailFact } }
  /** A value that stands out and is easy to copy: an access code. */
  | { readonly label: string; readonly code: string }
  | { readonly facts: readonly MailFact[] }
  /** What the mail is for, as a button. A mail has one at most. */
  | { readonly button: string; readonly url: string }
  /** Any other link. Its address is written out in the plain text alone. */
  | { readonly link: string; readonly url: string };

export type MailTemplate = {
  readonly language: Language;
  readonly face: MailFace;
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly MailPart[];
  /** Small print: who sends the mail and why. */
  readonly footer: readonly string[];
  /** The link that stops such mail. */
  readonly stop?: { readonly link: string; readonly url: string };
};
