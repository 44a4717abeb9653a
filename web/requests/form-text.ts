/** Reads a text field with LF line breaks: browsers send CR LF. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}

/** Whether the box beside the access code was ticked: the browser can be trusted for a while. */
export function isTrusted(form: FormData): boolean {
  return formText(form, "trust") === "yes";
}

const NOTE = "note.";

export function noteField(prizeId: string): string {
  return `${NOTE}${prizeId}`;
}

export function readNotes(form: FormData): Record<string, string> {
  const names = [...form.keys()].filter((name) => name.startsWith(NOTE));
  return Object.fromEntries(names.map((name) => [name.slice(NOTE.length), formText(form, name)]));
}

/** The ticked permissions of a helper or token. Forms that were opened under version 0.1 call them deeds. */
export function typedPermissions(form: FormData): string[] {
  return [...form.getAll("permissions"), ...form.getAll("deeds")].map(String);
}
