import { typedCode } from "#src/base/code-formats.ts";
import type { FormResult } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";

/** What the button of a raffle's card did, or that it asks first. A new access code is shown only this once. */
export type AdminDone =
  | { readonly is: "agreed" | "asked" | "deleted" }
  | { readonly is: "renewed"; readonly accessCode: string };

/** The result: shown on the raffle's card, or at the top if the card is gone. */
export type AdminResult = FormResult<AdminDone, ReturnType<typeof readAdminForm>>;

/** Reads the form of a raffle's card, or the one that opens any desk. */
export function readAdminForm(form: FormData) {
  return { codeId: typedCode(formText(form, "raffle")), accessCode: formText(form, "accessCode") };
}
