import { formText, readNotes } from "../../requests/form-text.ts";
import type { RefusalView } from "../../requests/refusals/refusal-view.ts";

const RULE = /^rule:([^:]+):(Done|Pending)$/;
const NAMING = /^naming:(ticket|name)$/;
const REMIND = /^remind:(on|off)$/;
const PRIZE = /^prize:([^:]+):(Selected|Unselected)$/;

/**
 * A pressed button on the entry's page: a toggle of a rule, a prize, the reminder or the naming of a winner, the notes' button, or
 * one that shows the details, corrects phone and e-mail, or erases the entry.
 */
export type EntryChangeForm = {
  readonly intent: "rule" | "prize" | "naming" | "notes" | "erase" | "show" | "correct" | "remind";
  /** The toggled item and its new state; the naming is an item of its own. */
  readonly toggled: { readonly id: string; readonly status: string } | null;
  /** Every note in the form, by prize: a toggle must not lose typed text. */
  readonly notes: Readonly<Record<string, string>>;
  /** The phone or e-mail typed to see the details. */
  readonly contact: string;
  /** The phone and e-mail as corrected. */
  readonly corrected?: { readonly phone: string; readonly email: string };
};

/** The result of a change. */
export type EntryChangeResult = Pick<EntryChangeForm, "intent" | "notes" | "contact" | "corrected"> & {
  readonly changed: boolean;
  readonly refusal: RefusalView | null;
};

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
 * Reads the entry page's form. Enter presses none of our buttons: it shows the details for a typed contact, or else
 * saves the notes.
 */
export function readEntryChangeForm(form: FormData): EntryChangeForm {
  const notes = readNotes(form);
  const contact = formText(form, "contact");
  const button = formText(form, "intent");
  const [, ruleId, ruleStatus] = RULE.exec(button) ?? [];
  if (ruleId && ruleStatus) return { intent: "rule", toggled: { id: ruleId, status: ruleStatus }, notes, contact };
  const [, prizeId, prizeStatus] = PRIZE.exec(button) ?? [];
  if (prizeId && prizeStatus) return { intent: "prize", toggled: { id: prizeId, status: prizeStatus }, notes, contact };
  const [, naming] = NAMING.exec(button) ?? [];
  const [, remind] = REMIND.exec(button) ?? [];
  if (remind) return { intent: "remind", toggled: { id: "remind", status: remind }, notes, contact };
  if (naming) return { intent: "naming", toggled: { id: "naming", status: naming }, notes, contact };
  if (button === "correct") {
    const corrected = { phone: formText(form, "phone"), email: formText(form, "email") };
    return { intent: button, toggled: null, notes, contact, corrected };
  }
  if (button === "erase" || button === "show") return { intent: button, toggled: null, notes, contact };
  return { intent: button === "" && contact.trim() !== "" ? "show" : "notes", toggled: null, notes, contact };
}

/** The form as the body of a change: a toggle changes only its item, the notes' button all notes. */
export function changesOf({ intent, toggled, notes, corrected }: EntryChangeForm): Record<string, unknown> {
  if (corrected) return corrected;
  if (intent === "rule" && toggled) return { rules: [{ ruleId: toggled.id, status: toggled.status }] };
  if (intent === "prize" && toggled) {
    return { wishes: [{ prizeId: toggled.id, status: toggled.status, note: notes[toggled.id] ?? "" }] };
  }
  if (intent === "naming" && toggled) return { namedByTicket: toggled.status === "ticket" };
  return { notes: Object.entries(notes).map(([prizeId, note]) => ({ prizeId, note })) };
}
