import { eachPersonField, type PersonDetails } from "#src/entries/fields.ts";
import { TRAP_FIELD } from "#src/entries/limits.ts";
import { formText, readNotes } from "../../requests/form-text.ts";

/** The values of the entry form as typed, to fill it again after a refusal. */
export type EntryFormValues = PersonDetails & {
  readonly acceptTerms: boolean;
  readonly promotions: boolean;
  readonly namedByTicket: boolean;
  readonly entryCode: string;
  /** The code from a receipt, as typed or scanned. */
  readonly dropCode: string;
  /** What the link carries by which the visitor came; empty for none. */
  readonly invitedBy: string;
  readonly rules: readonly string[];
  readonly wishes: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
};

/** Reads the entry form, the same way in the browser and on the server. */
export function readEntryForm(form: FormData): EntryFormValues {
  return {
    ...eachPersonField((name) => formText(form, name)),
    acceptTerms: form.get("acceptTerms") === "on",
    promotions: form.get("promotions") === "on",
    namedByTicket: form.get("namedByTicket") === "on",
    entryCode: formText(form, "entryCode"),
    dropCode: formText(form, "dropCode").trim(),
    invitedBy: formText(form, "invitedBy"),
    rules: form.getAll("rules").filter((id) => typeof id === "string"),
    wishes: form.getAll("wishes").filter((id) => typeof id === "string"),
    notes: readNotes(form),
  };
}

/**
 * The fields that detect robots: the trap field that people leave empty, and a puzzle's solution. No form shows them
 * again.
 */
export type RobotFields = { readonly [Field in "altcha" | typeof TRAP_FIELD]?: string };

/** Reads the robot fields of the entry form. Leaves out empty ones. */
export function readRobotFields(form: FormData): RobotFields {
  const fields = ["altcha", TRAP_FIELD].map((name) => [name, formText(form, name)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}

/** Converts the form's values into the body of a submission. A note on a prize that is not ticked is no wish. */
export function entryBody(values: EntryFormValues, robotFields: RobotFields = {}): Record<string, unknown> {
  const { wishes, notes, entryCode, dropCode, invitedBy, ...rest } = values;
  return {
    ...rest,
    ...robotFields,
    ...(entryCode && { entryCode }),
    ...(dropCode && { dropCode }),
    ...(invitedBy && { invitedBy }),
    wishes: [
      ...wishes.map((prizeId) => ({ prizeId, note: notes[prizeId] ?? "" })),
      ...Object.entries(notes)
        .filter(([prizeId, note]) => note.trim() !== "" && !wishes.includes(prizeId))
        .map(([prizeId, note]) => ({ prizeId, note, status: "Unselected" })),
    ],
  };
}
