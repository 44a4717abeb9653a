/** A field's name and value. Each ticked box has one entry. */
export type FormEntry = readonly [name: string, value: string];

/** A draft: the values that were typed but not sent, and the values of the form before typing. */
export type FormDraft = { readonly fields: readonly FormEntry[]; readonly base: readonly FormEntry[] };

const PREFIX = "draft:";
/** The storage key for the name of the form that the last page sent. */
const LEFT = "left-form";

/** Fields that no draft may hold: passwords, files, and fields with data-undrafted, such as access codes. */
const LEFT_OUT = "[type=password], [type=file], [data-undrafted], button, fieldset, output";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function draftedFields(form: HTMLFormElement): Field[] {
  return ([...form.elements] as Field[]).filter((field) => field.name && !field.disabled && !field.matches(LEFT_OUT));
}

export function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

/** The values of a form: current, or as the page came. */
export function entriesOf(form: HTMLFormElement, asItCame = false): FormEntry[] {
  return draftedFields(form).flatMap((field): FormEntry[] => {
    if (isTick(field)) return (asItCame ? field.defaultChecked : field.checked) ? [[field.name, field.value]] : [];
    return [[field.name, asItCame ? defaultOf(field) : field.value]];
  });
}

function defaultOf(field: Field): string {
  if (!("options" in field)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/** Reads a form's draft from this tab's storage, by the form's name. */
export function readDraft(name: string): FormDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null") as FormDraft | null;
  } catch {
    // The browser has no storage, or the stored value is not ours.
    return null;
  }
}

/** Replaces a form's draft. Null deletes it. */
export function writeDraft(name: string, draft: FormDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
    else sessionStorage.removeItem(PREFIX + name);
  } catch {
    // The browser has no storage. The form works without drafts.
  }
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/** Records which form is being sent as a full page load, so that the next page knows whose answer it is. */
export function noteLeft(name: string): void {
  try {
    sessionStorage.setItem(LEFT, name);
  } catch {
    // As above.
  }
}

/** Returns the form that the last page sent, and clears the record. */
export function takeLeft(): string | null {
  try {
    const name = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    return name;
  } catch {
    // As above.
    return null;
  }
}
