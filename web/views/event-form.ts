import type { EventInput } from "#src/events/schema.ts";
import { formText } from "./form-text.ts";
import type { RefusalView } from "./refusal-view.ts";

const FIELDS = [
  "title",
  "src",
  "srcDraw",
  "srcCreateVoucherLink",
  "srcCreateVoucherValidateLink",
  "raffleIdentifier",
] as const satisfies readonly (keyof EventInput)[];

/** An event as it stands in the form. */
export type EventFormValues = Readonly<Record<(typeof FIELDS)[number], string>>;

/** A change that was refused, as it was sent: the form goes on from there. */
export type RefusedEventEdit = {
  readonly values: EventFormValues;
  /** The version that the next try changes: after a conflict the one that is there now. */
  readonly version: string;
  readonly refusal: RefusalView;
};

/** The fields of a sent event form, whatever is in them. */
export function readEventForm(form: FormData): EventFormValues {
  return Object.fromEntries(FIELDS.map((name) => [name, formText(form, name)])) as EventFormValues;
}
