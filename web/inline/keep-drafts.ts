import {
  draftedFields,
  entriesOf,
  type FormDraft,
  type FormEntry,
  isTick,
  readDraft,
  takeLeft,
  writeDraft,
} from "./form-drafts.ts";
import { asksWho, FORM_EVENTS } from "./form-faults.ts";
import { draftForms, nameOf, notice, texts, waits } from "./form-page.ts";

/** The values of each form when its page came, by the form's name. */
const bases = new Map<string, readonly FormEntry[]>();
/** Names of forms that were sent and not typed into since. */
const done = new Set<string>();
let keeps = true;

function baseOf(form: HTMLFormElement): readonly FormEntry[] {
  const base = bases.get(nameOf(form)) ?? entriesOf(form, true);
  bases.set(nameOf(form), base);
  return base;
}

/** The values that people can see and change, as text to compare. */
function visible(form: HTMLFormElement, entries: readonly FormEntry[]): string {
  const hidden = new Set(draftedFields(form).map((field) => field.type === "hidden" && field.name));
  return JSON.stringify(entries.filter(([name]) => !hidden.has(name)));
}

/** Stores a draft of every form with unsent input. */
export function save(): void {
  if (!keeps) return;
  for (const form of draftForms()) {
    const name = nameOf(form);
    if (done.has(name)) continue;
    const fields = entriesOf(form);
    // React has still to restore these rows, so their values come from the stored draft.
    const coming = waits() ? readDraft(name)?.fields.filter(([field]) => !form.elements.namedItem(field)) : undefined;
    if (coming) fields.push(...coming);
    const base = baseOf(form);
    writeDraft(name, visible(form, fields) === visible(form, base) ? null : { fields, base });
  }
}

/** Deletes the draft of a form that was taken. Later input starts a new draft. */
export function forget(form: HTMLFormElement): void {
  const name = nameOf(form);
  writeDraft(name, null);
  bases.delete(name);
  done.add(name);
}

/** Marks a form as typed into again after it was sent. */
export function isTyped(form: HTMLFormElement): void {
  done.delete(nameOf(form));
  save();
}

/** After an answer, makes the current values the base: only later input becomes a draft. */
export function settle(): void {
  for (const form of draftForms()) if (done.has(nameOf(form))) bases.set(nameOf(form), entriesOf(form));
  done.clear();
  save();
}

/** Stops storing drafts on this page. */
export function stopKeeping(): void {
  keeps = false;
}

/** Restores the typed values. Fields that the person did not change keep the page's current values. */
function restore(form: HTMLFormElement): void {
  baseOf(form);
  const draft = readDraft(nameOf(form));
  if (!draft) return;
  const seen = new Map<string, number>();
  let isOutdated = false;
  for (const field of draftedFields(form)) {
    const [typed, before] = [valuesOf(draft, "fields", field.name), valuesOf(draft, "base", field.name)];
    if (field.type === "hidden") {
      if (field.dataset.drafted === undefined || typed[0] === undefined) continue;
      isOutdated ||= field.dataset.drafted === "version" && field.value !== typed[0];
      field.value = typed[0];
    } else if (isTick(field)) {
      if (String(typed) !== String(before)) field.checked = typed.includes(field.value);
    } else {
      const nth = seen.get(field.name) ?? 0;
      seen.set(field.name, nth + 1);
      const value = typed[nth];
      if (value !== undefined && value !== before[nth]) field.value = value;
    }
  }
  const settleRestored = () => {
    // React overwrites hidden fields when it hydrates, so they are restored again after that.
    for (const field of draftedFields(form)) {
      const [typed] = valuesOf(draft, "fields", field.name);
      if (field.dataset.drafted !== undefined && typed !== undefined) field.value = typed;
    }
    showRestored(form, isOutdated);
  };
  if (waits()) document.addEventListener(FORM_EVENTS.started, settleRestored, { once: true });
  else settleRestored();
}

function valuesOf(draft: FormDraft, part: keyof FormDraft, name: string): string[] {
  return draft[part].filter(([field]) => field === name).map(([, value]) => value);
}

function showRestored(form: HTMLFormElement, isOutdated: boolean): void {
  const box = notice("info", [texts.restored, isOutdated && texts.outdated].filter(Boolean).join(" "));
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button button-quiet", textContent: texts.discard });
  button.addEventListener("click", () => {
    writeDraft(nameOf(form), null);
    keeps = false;
    location.reload();
  });
  box.append(button);
  form.prepend(box);
}

/**
 * Handles the result of the form that the last page sent, when this page is its answer. Deletes the draft of a form
 * that was taken.
 *
 * @returns the form that was refused, if any: the page already holds the sent values, and the version for the next try
 */
function settleLeft(): HTMLFormElement | undefined {
  // A puzzle page sends the typed values on, so the answer is still to come.
  const left = document.querySelector("[data-challenge]") ? null : takeLeft();
  if (left === null || document.querySelector("[data-failed-page]") || asksWho(location.pathname + location.search))
    return;
  const form = draftForms().find((form) => nameOf(form) === left);
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isLedBack = visit?.type === "navigate" && visit.redirectCount > 0;
  if (!form || isLedBack || texts.answered === "taken") {
    writeDraft(left, null);
    return;
  }
  const base = texts.answered && readDraft(left)?.base;
  if (!base) return;
  bases.set(left, base);
  save();
  return form;
}

/** Restores this tab's drafts into the page's forms. */
export function restoreDrafts(): void {
  const refused = settleLeft();
  for (const form of draftForms()) if (form !== refused) restore(form);
}
