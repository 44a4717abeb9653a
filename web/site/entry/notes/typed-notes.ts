import { formText, readNotes } from "../../../requests/form-text.ts";

const STORED_NOTE = "stored-note.";

/** The hidden field in which the page says that it has stored a note already. */
export const SAVED_NOTES = "saved-notes";

/** The name of the hidden field with the note as it was stored when the page came. */
export function storedNoteField(prizeId: string): string {
  return `${STORED_NOTE}${prizeId}`;
}

/** The wish notes of a form that are not as they were stored. The others may be old: another tab has changed them. */
export function readTypedNotes(form: FormData): Record<string, string> {
  const typed = Object.entries(readNotes(form)).filter(([prizeId, note]) => {
    const stored = form.get(storedNoteField(prizeId));
    return stored === null || formText(form, storedNoteField(prizeId)) !== note.trim();
  });
  return Object.fromEntries(typed);
}
