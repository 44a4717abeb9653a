import { typedCode } from "#src/base/code-formats.ts";
import { formText, isTrusted } from "../../requests/form-text.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

export const ADMIN_INTENTS = ["open", "check", "update", "entries", "overview", "delete", "renew"] as const;
export type AdminIntent = (typeof ADMIN_INTENTS)[number];

/** The pressed button on a raffle's card, or of the form that opens any desk. */
export type AdminForm = {
  readonly codeId: string;
  readonly accessCode: string;
  /** Whether to trust the browser for a while. */
  readonly trust: boolean;
  readonly intent: AdminIntent;
  /** Whether the organiser confirmed the question. */
  readonly confirmed: boolean;
};

/** The result: shown on the raffle's card, or at the top if the card is gone. */
export type AdminResult = {
  readonly codeId: string;
  readonly intent: AdminIntent;
  /** The code as typed, so that nobody has to type it again. */
  readonly typed: string;
  readonly done: "agreed" | "asked" | "deleted" | "renewed" | null;
  /** The new access code, shown only this once. */
  readonly accessCode: string | null;
  readonly refusal: RefusalView | null;
};

/** Reads a card's form. An unknown button, such as Enter, only checks the code. */
export function readAdminForm(form: FormData): AdminForm {
  const pressed = formText(form, "intent");
  return {
    codeId: typedCode(formText(form, "raffle")),
    accessCode: formText(form, "accessCode"),
    trust: isTrusted(form),
    intent: ADMIN_INTENTS.find((intent) => intent === pressed) ?? "check",
    confirmed: formText(form, "confirmed") === pressed,
  };
}
