/** A text field as the feature should see it: browsers send line breaks as CR LF, people mean LF. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

const NOTE = "note.";

/** The name of the field that holds the wish note of a prize. */
export function noteField(prizeId: string): string {
  return `${NOTE}${prizeId}`;
}

/** Every wish note of a form, by prize. */
export function readNotes(form: FormData): Record<string, string> {
  const names = [...form.keys()].filter((name) => name.startsWith(NOTE));
  return Object.fromEntries(names.map((name) => [name.slice(NOTE.length), formText(form, name)]));
}
