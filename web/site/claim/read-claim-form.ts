import type { FormResult } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";

/** What a winner typed. The files that were chosen are not kept: no browser fills them in again. */
export type TypedClaim = Readonly<Record<"way" | "address" | "day" | "phone" | "answer" | "sentence", string>> & {
  readonly adult: boolean;
  readonly share: boolean;
};

/** The buttons of the page; Enter presses the first, which claims. */
const BUTTONS = ["claim", "decline", "withdraw-words"] as const;

/** The claim page's form as it was sent. */
export type ClaimPageForm = {
  readonly intent: "show" | (typeof BUTTONS)[number];
  /** The claim that it is about. */
  readonly claim: string;
  readonly values: TypedClaim;
  /** Why the prize is not wanted. */
  readonly reason: string;
  /** The phone or e-mail typed to show who it is. */
  readonly contact: string;
};

/** What became of it. */
export type ClaimResult = FormResult<void, ClaimPageForm>;

/** Reads the claim page's form. Enter presses the first button, which claims, or shows who it is. */
export function readClaimForm(form: FormData): ClaimPageForm {
  const button = formText(form, "intent");
  const contact = formText(form, "contact");
  return {
    intent: form.has("contact") ? "show" : (BUTTONS.find((known) => known === button) ?? "claim"),
    claim: formText(form, "claim"),
    values: {
      way: formText(form, "way"),
      address: formText(form, "address"),
      day: formText(form, "day"),
      phone: formText(form, "phone"),
      answer: formText(form, "answer"),
      sentence: formText(form, "sentence"),
      adult: formText(form, "adult") === "yes",
      share: formText(form, "share") === "yes",
    },
    reason: formText(form, "reason"),
    contact,
  };
}

/** The bytes of a file that was chosen. A form without one sends an empty file. */
export async function fileOf(form: FormData, name: string): Promise<Uint8Array | null> {
  const file = form.get(name);
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}
