import { eachPersonField, type PersonDetails } from "#src/entries/fields.ts";
import { formText, isTrusted, readNotes } from "../../requests/form-text.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

/** A person's details as the organiser's form holds them. */
export type InfoValues = PersonDetails & { readonly sources: string };

const INTENTS = ["open", "info", "rules", "wishlist", "back"] as const;
export type EditIntent = (typeof INTENTS)[number];

/** The organiser's form on the page of an entry. It is one form, and each button sends its own part. */
export type EditForm = {
  readonly intent: EditIntent;
  readonly accessCode: string;
  /** Whether to trust the browser for a while. */
  readonly trust: boolean;
  readonly info: InfoValues;
  readonly doneRules: readonly string[];
  readonly wishes: readonly { readonly prizeId: string; readonly status: string; readonly note: string }[];
};

/** The result of the form. */
export type EditResult = {
  readonly intent: EditIntent;
  /** The details as sent, after a refusal. */
  readonly info: InfoValues | null;
  readonly refusal: RefusalView | null;
};

/** Reads the page's form. An unknown button only shows the entry. */
export function readEntryEditForm(form: FormData): EditForm {
  const pressed = formText(form, "intent");
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const wished = new Set(texts("wishes"));
  return {
    intent: INTENTS.find((intent) => intent === pressed) ?? "open",
    accessCode: formText(form, "accessCode"),
    trust: isTrusted(form),
    info: { ...eachPersonField((name) => formText(form, name)), sources: formText(form, "sources") },
    doneRules: texts("rules"),
    wishes: Object.entries(readNotes(form)).map(([prizeId, note]) => ({
      prizeId,
      status: wished.has(prizeId) ? "Selected" : "Unselected",
      note,
    })),
  };
}
