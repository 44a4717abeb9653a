import { TRAP_FIELD } from "#src/entries/limits.ts";
import { formText, readNotes } from "./form-text.ts";

/** What the entry form holds, as it was typed: kept to fill the form again after a refusal. */
export type EntryFormValues = {
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly facebook: string;
  readonly instagram: string;
  readonly acceptTerms: boolean;
  readonly promotions: boolean;
  readonly entryCode: string;
  readonly rules: readonly string[];
  readonly wishes: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
};

const ENTRY_FIELDS = ["firstName", "lastName", "address", "phone", "email", "facebook", "instagram"] as const;

/** Reads the entry form, whoever sent it: the same in the browser and on the server. */
export function readEntryForm(form: FormData): EntryFormValues {
  const texts = Object.fromEntries(ENTRY_FIELDS.map((field) => [field, formText(form, field)]));
  return {
    ...(texts as Record<(typeof ENTRY_FIELDS)[number], string>),
    acceptTerms: form.get("acceptTerms") === "on",
    promotions: form.get("promotions") === "on",
    entryCode: formText(form, "entryCode"),
    rules: form.getAll("rules").filter((id) => typeof id === "string"),
    wishes: form.getAll("wishes").filter((id) => typeof id === "string"),
    notes: readNotes(form),
  };
}

/** What tells people from robots: the field that people leave empty, and a puzzle's solution. No form shows it again. */
export type RobotFields = { readonly [Field in "altcha" | typeof TRAP_FIELD]?: string };

/** Reads what tells people from robots off the entry form; what is empty is left out. */
export function readRobotFields(form: FormData): RobotFields {
  const fields = ["altcha", TRAP_FIELD].map((name) => [name, formText(form, name)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}

/** The form's values as the body of a submission. */
export function entryBody(values: EntryFormValues, robotFields: RobotFields = {}): Record<string, unknown> {
  const { wishes, notes, entryCode, ...rest } = values;
  return {
    ...rest,
    ...robotFields,
    ...(entryCode && { entryCode }),
    wishes: wishes.map((prizeId) => ({ prizeId, note: notes[prizeId] ?? "" })),
  };
}
