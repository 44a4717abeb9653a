import type { FormResult } from "../../requests/answer-form.ts";
import { formText, readNotes } from "../../requests/form-text.ts";
import { readTypedNotes, SAVED_NOTES } from "./notes/typed-notes.ts";

const RULE = /^rule:([^:]+):(Done|Pending)$/;
const NAMING = /^naming:(ticket|name)$/;
const REMIND = /^remind:(on|off)$/;
const PRIZE = /^prize:([^:]+):(Selected|Unselected)$/;

/** The button that counts a code from a receipt. */
export const DROP_CODE = "code";

/**
 * A pressed button on the entry's page: a toggle of a rule, a prize, the reminder or the naming of a winner, the notes'
 * button, or one that counts a code, shows the details, corrects phone and e-mail, or erases the entry.
 */
export type EntryChangeForm = {
  readonly intent: "rule" | "prize" | "naming" | "notes" | "erase" | "show" | "correct" | "remind" | typeof DROP_CODE;
  /** The toggled item and its new state; the naming is an item of its own. */
  readonly toggled: { readonly id: string; readonly status: string } | null;
  /** Every note in the form, by prize: a refused form must not lose typed text. */
  readonly notes: Readonly<Record<string, string>>;
  /** Those of them that were typed since the page came. Every button saves them. */
  readonly typed: Readonly<Record<string, string>>;
  /** Whether a note was typed, or stored by the page since it came: then the notes' button has changed something. */
  readonly hasNotes: boolean;
  /** The phone or e-mail typed to see the details. */
  readonly contact: string;
  /** The code from a receipt, as typed. */
  readonly dropCode?: string;
  /** The phone and e-mail as corrected. */
  readonly corrected?: { readonly phone: string; readonly email: string };
};

/** The result of a change. Of a counted code, what it gave too, in a sentence. */
export type EntryChangeResult = FormResult<{ readonly changed: boolean; readonly said?: string }, EntryChangeForm>;

/** The value of the button that gives a rule this status. */
export function ruleIntent(ruleId: string, status: "Done" | "Pending"): string {
  return `rule:${ruleId}:${status}`;
}

/** The value of the button that gives a prize this status. */
export function prizeIntent(prizeId: string, status: "Selected" | "Unselected"): string {
  return `prize:${prizeId}:${status}`;
}

/** The value of the button that has a winner named by the ticket number alone, or by name. */
export function namingIntent(by: "ticket" | "name"): string {
  return `naming:${by}`;
}

/**
 * Reads the entry page's form. Enter presses none of our buttons: it counts a typed code, shows the details for a typed
 * contact, or else saves the notes.
 */
export function readEntryChangeForm(form: FormData): EntryChangeForm {
  const contact = formText(form, "contact");
  const typed = readTypedNotes(form);
  const hasNotes = Object.keys(typed).length > 0 || formText(form, SAVED_NOTES) === "yes";
  const sent = { notes: readNotes(form), typed, hasNotes, contact };
  const button = formText(form, "intent");
  for (const [intent, pattern] of Object.entries({ rule: RULE, prize: PRIZE }) as ["rule" | "prize", RegExp][]) {
    const [, id, status] = pattern.exec(button) ?? [];
    if (id && status) return { intent, toggled: { id, status }, ...sent };
  }
  const [, naming] = NAMING.exec(button) ?? [];
  const [, remind] = REMIND.exec(button) ?? [];
  if (remind) return { intent: "remind", toggled: { id: "remind", status: remind }, ...sent };
  if (naming) return { intent: "naming", toggled: { id: "naming", status: naming }, ...sent };
  if (button === "correct") {
    const corrected = { phone: formText(form, "phone"), email: formText(form, "email") };
    return { intent: button, toggled: null, ...sent, corrected };
  }
  const dropCode = formText(form, "dropCode");
  if (button === DROP_CODE || (button === "" && dropCode.trim() !== "")) {
    return { intent: DROP_CODE, toggled: null, ...sent, dropCode };
  }
  if (button === "erase" || button === "show") return { intent: button, toggled: null, ...sent };
  return { intent: button === "" && contact.trim() !== "" ? "show" : "notes", toggled: null, ...sent };
}

/** The form as the body of a change: what its button changes, and every typed note. A note is no wish. */
export function changesOf({ intent, toggled, typed, corrected }: EntryChangeForm): Record<string, unknown> {
  if (corrected) return corrected;
  const items = Object.entries(typed).map(([prizeId, note]) => ({ prizeId, note }));
  return {
    notes: items,
    ...(intent === "prize" && toggled && { wishes: [{ prizeId: toggled.id, status: toggled.status }] }),
    ...(intent === "rule" && toggled && { rules: [{ ruleId: toggled.id, status: toggled.status }] }),
    ...(intent === "naming" && toggled && { namedByTicket: toggled.status === "ticket" }),
  };
}
