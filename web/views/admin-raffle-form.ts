import { formText } from "./form-text.ts";
import type { RefusalView } from "./refusal-view.ts";

export const ADMIN_INTENTS = ["check", "update", "entries", "overview", "delete", "renew"] as const;
export type AdminIntent = (typeof ADMIN_INTENTS)[number];

/** What an organiser pressed on a raffle's card. */
export type AdminForm = {
  readonly codeId: string;
  readonly accessCode: string;
  readonly intent: AdminIntent;
  /** Whether the question before deleting was answered. */
  readonly confirmed: boolean;
};

/** What became of it: said on the raffle's card, or on top where the card is gone. */
export type AdminResult = {
  readonly codeId: string;
  readonly intent: AdminIntent;
  /** The code as it was typed, so that it need not be typed again. */
  readonly typed: string;
  readonly done: "agreed" | "asked" | "deleted" | "renewed" | null;
  /** The new access code, for the only time. */
  readonly accessCode: string | null;
  readonly refusal: RefusalView | null;
};

/** Reads a card's form; a button that is not ours only checks the code, which is what Enter does. */
export function readAdminForm(form: FormData): AdminForm {
  const pressed = formText(form, "intent");
  return {
    codeId: formText(form, "raffle"),
    accessCode: formText(form, "accessCode"),
    intent: ADMIN_INTENTS.find((intent) => intent === pressed) ?? "check",
    confirmed: formText(form, "confirmed") === "yes",
  };
}
