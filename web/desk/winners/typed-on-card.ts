import type { FormResult } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";

const FIELDS = [
  ...["claimId", "ticket", "prizeCode", "claimedAt", "noticeId", "version"],
  ...["way", "reached", "answer", "at", "reason", "until", "why", "note"],
] as const;

/** The hidden fields of a winner's card, which say of whom it is, and as of when. */
type HiddenField = "claimId" | "ticket" | "prizeCode" | "claimedAt" | "noticeId" | "version";

/** A field of a winner's card that somebody fills in. */
export type CardField = "way" | "reached" | "answer" | "at" | "reason" | "until" | "why" | "note";

/** What was sent from a winner's card. */
type TypedOnCard = Readonly<Record<HiddenField | CardField, string>>;

/** What became of it: `to` came where somebody was replaced, null if nobody is left. */
export type WinnersResult = FormResult<{ readonly to: number | null }, TypedOnCard>;

/** What each winner on the screen needs to know of it. */
export type WinnersScreen = {
  readonly codeId: string;
  readonly accessCode: string;
  /** Of the next notice that is written down. */
  readonly noticeId: string;
  readonly result: WinnersResult | undefined;
};

/** Reads the form of a winner's card. */
export function typedOnCard(form: FormData): TypedOnCard {
  return Object.fromEntries(FIELDS.map((name) => [name, formText(form, name)])) as TypedOnCard;
}
