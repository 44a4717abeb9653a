import type { EventInput } from "#src/events/schema.ts";
import { formText } from "../../requests/form-text.ts";

const FIELDS = [
  "title",
  "src",
  "srcDraw",
  "srcCreateVoucherLink",
  "srcCreateVoucherValidateLink",
  "raffleIdentifier",
] as const satisfies readonly (keyof EventInput)[];

/** An event's form values. */
export type EventFormValues = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Whether a name is that of a field. */
export function isEventField(name: string): name is keyof EventFormValues {
  return FIELDS.some((field) => field === name);
}

/** Reads the fields of a sent event form without checking them. */
export function readEventForm(form: FormData): EventFormValues {
  return Object.fromEntries(FIELDS.map((name) => [name, formText(form, name)])) as EventFormValues;
}
