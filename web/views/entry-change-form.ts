import { formText, readNotes } from "./form-text.ts";
import type { RefusalView } from "./refusal-view.ts";

const RULE = /^rule:([^:]+):(Done|Pending)$/;
const PRIZE = /^prize:([^:]+):(Selected|Unselected)$/;

/** What an entrant did on the entry's page: pressed a rule's or a prize's toggle, the notes' button, or that which erases. */
export type EntryChangeForm = {
  readonly intent: "rule" | "prize" | "notes" | "erase";
  /** The item that was toggled and its new state. */
  readonly toggled: { readonly id: string; readonly status: string } | null;
  /** Every note as it stands in the form, by prize: a toggle must not lose what was typed. */
  readonly notes: Readonly<Record<string, string>>;
};

/** What became of a change. */
export type EntryChangeResult = Pick<EntryChangeForm, "intent" | "notes"> & {
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

/** Reads the entry page's form; a button that is not ours saves the notes, which is what Enter does. */
export function readEntryChangeForm(form: FormData): EntryChangeForm {
  const notes = readNotes(form);
  const button = formText(form, "intent");
  const [, ruleId, ruleStatus] = RULE.exec(button) ?? [];
  if (ruleId && ruleStatus) return { intent: "rule", toggled: { id: ruleId, status: ruleStatus }, notes };
  const [, prizeId, prizeStatus] = PRIZE.exec(button) ?? [];
  if (prizeId && prizeStatus) return { intent: "prize", toggled: { id: prizeId, status: prizeStatus }, notes };
  return { intent: button === "erase" ? "erase" : "notes", toggled: null, notes };
}

/** The form as the body of a change: a toggle changes its item alone, the notes' button all notes. */
export function changesOf({ intent, toggled, notes }: EntryChangeForm): Record<string, unknown> {
  if (intent === "rule" && toggled) return { rules: [{ ruleId: toggled.id, status: toggled.status }] };
  if (intent === "prize" && toggled) {
    return { wishes: [{ prizeId: toggled.id, status: toggled.status, note: notes[toggled.id] ?? "" }] };
  }
  return { notes: Object.entries(notes).map(([prizeId, note]) => ({ prizeId, note })) };
}
