import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { FORM_EVENTS } from "../../../inline/form-faults.ts";
import { formText, noteField } from "../../../requests/form-text.ts";
import type { EntryChangeResult } from "../entry-change-form.ts";
import { readTypedNotes } from "./typed-notes.ts";

type NoteState = "saving" | "saved" | "failed";

/** Saves notes as they are typed, and says so. */
export type NoteStore = {
  /** What became of each note, by prize. */
  readonly states: Readonly<Record<string, NoteState>>;
  /** A note is typed: what became of it before is no longer so. */
  type(prizeId: string): void;
  /** A field is left. If that is to press a button of the form, the button saves the notes itself. */
  leave(event: FocusEvent): void;
  /** Whether a note was stored since the page came, or since the notes' button last said so. */
  readonly hasSaved: boolean;
  /** Holds a press until the note before it is stored: of two requests under way, either may come first. */
  holdPress(event: FormEvent<HTMLFormElement>): void;
};

/**
 * Saves the notes of a form when a field is left, and when the page is. What could not be saved stays in the form and
 * its draft, goes with the next press, and is tried again when the next field is left.
 *
 * @param result the answer to the form's last button: it may have stored notes too
 */
export function useStoredNotes(form: RefObject<HTMLFormElement | null>, result: EntryChangeResult | null): NoteStore {
  const [states, setStates] = useState<Record<string, NoteState>>({});
  const [hasSaved, setHasSaved] = useState(false);
  const [answered, setAnswered] = useState(result);
  const saving = useRef<Promise<void> | null>(null);
  const { revalidate } = useRevalidator();

  if (result && result !== answered) {
    setAnswered(result);
    const { intent, hasNotes } = result.typed;
    const isSwitch = ["rule", "prize", "naming"].includes(intent);
    if (!result.refusal && isSwitch && hasNotes) setHasSaved(true);
    if (!result.refusal && intent === "notes") setHasSaved(false);
  }

  async function send(sent: HTMLFormElement): Promise<void> {
    const data = new FormData(sent);
    const notes = readTypedNotes(data);
    if (Object.keys(notes).length === 0) return;
    const showState = (state: NoteState) =>
      setStates((before) => ({ ...before, ...Object.fromEntries(Object.keys(notes).map((id) => [id, state])) }));
    showState("saving");
    data.set("intent", "notes");
    const body = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
    // The request outlives the page, which may be on its way out.
    const answer = await fetch(location.href, { method: "POST", body, keepalive: true }).catch(() => null);
    // The answer is a whole page. Unread, it would hold the connection.
    await answer?.body?.cancel();
    if (!answer?.ok) return showState("failed");
    showState("saved");
    setHasSaved(true);
    const isLatest = Object.entries(notes).every(([id, note]) => formText(new FormData(sent), noteField(id)) === note);
    if (!isLatest) return send(sent);
    sent.dispatchEvent(new Event(FORM_EVENTS.sent, { bubbles: true }));
  }

  const save = () => {
    if (!form.current || saving.current !== null) return;
    saving.current = send(form.current).finally(() => {
      saving.current = null;
      void revalidate();
    });
  };

  useEffect(() => {
    const left = new AbortController();
    const leave = () => document.hidden && save();
    for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, leave, left);
    return () => left.abort();
  });

  return {
    states,
    hasSaved,
    type(prizeId) {
      setStates(({ [prizeId]: _, ...others }) => others);
    },
    leave({ relatedTarget }) {
      const isPressing = relatedTarget instanceof HTMLButtonElement && relatedTarget.matches(":active");
      if (!isPressing || relatedTarget.form !== form.current) save();
    },
    holdPress(event) {
      const button = (event.nativeEvent as SubmitEvent).submitter;
      if (saving.current === null || !button) return;
      event.preventDefault();
      void saving.current.then(() => button.click());
    },
  };
}
