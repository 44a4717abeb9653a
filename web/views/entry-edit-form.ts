import { formText, readNotes } from "./form-text.ts";
import type { RefusalView } from "./refusal-view.ts";

export const INFO_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "address",
  "facebook",
  "instagram",
  "sources",
] as const;

/** A person's details as they stand in the organiser's form. */
export type InfoValues = Readonly<Record<(typeof INFO_FIELDS)[number], string>>;

const INTENTS = ["open", "info", "rules", "wishlist", "back"] as const;
export type EditIntent = (typeof INTENTS)[number];

/** What an organiser sent from the page of an entry: one form, of which each button means its own part. */
export type EditForm = {
  readonly intent: EditIntent;
  readonly accessCode: string;
  readonly info: InfoValues;
  readonly doneRules: readonly string[];
  readonly wishes: readonly { readonly prizeId: string; readonly status: string; readonly note: string }[];
};

/** What became of it. */
export type EditResult = {
  readonly intent: EditIntent;
  /** The details as they were sent, where they were refused. */
  readonly info: InfoValues | null;
  readonly refusal: RefusalView | null;
};

/** Reads the form of the page; a button that is not ours only shows the entry. */
export function readEntryEditForm(form: FormData): EditForm {
  const pressed = formText(form, "intent");
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const wished = new Set(texts("wishes"));
  return {
    intent: INTENTS.find((intent) => intent === pressed) ?? "open",
    accessCode: formText(form, "accessCode"),
    info: Object.fromEntries(INFO_FIELDS.map((name) => [name, formText(form, name)])) as InfoValues,
    doneRules: texts("rules"),
    wishes: Object.entries(readNotes(form)).map(([prizeId, note]) => ({
      prizeId,
      status: wished.has(prizeId) ? "Selected" : "Unselected",
      note,
    })),
  };
}
