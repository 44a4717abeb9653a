const FORM = /<form\b([^>]*)>(.*?)<\/form>/gs;
const BUTTON = /<(button|input type="submit")\b([^>]*)>/g;
const FIELD = /<(?:input|select|textarea)\b([^>]*)>/g;

/**
 * What keeps the forms of a page from being sent by a browser without scripts: a method or an address that only a
 * script knows, no button that sends, a field without a name, a file that would not be sent along.
 *
 * @returns one line for each fault
 */
export function formFaults(html: string): string[] {
  return [...html.matchAll(FORM)].flatMap(([, form = "", inside = ""]) => {
    const name =
      attribute(form, "id") ??
      attribute(form, "aria-label") ??
      inside
        .replaceAll(/<[^>]*>/g, " ")
        .trim()
        .slice(0, 40);
    const faults: string[] = [];
    if (!/^(get|post)$/.test(attribute(form, "method") ?? "")) faults.push("has no method");
    if (!/^($|[/?#]|https?:)/.test(attribute(form, "action") ?? "")) faults.push("is sent nowhere");
    const id = attribute(form, "id");
    const outside = id ? html.includes(` form="${id}"`) : false;
    const sends = [...inside.matchAll(BUTTON)].some(([, , button = ""]) => attribute(button, "type") !== "button");
    // One that has neither field nor button only frames a text or a link.
    const hasField = /<(?:input|select|textarea|button)\b/.test(inside);
    if (hasField && !sends && !outside) faults.push("has no button that sends it");
    for (const [, field = ""] of inside.matchAll(FIELD)) {
      if (!attribute(field, "name") && !/\bdata-/.test(field))
        faults.push(`has a field without a name: ${field.trim().slice(0, 80)}`);
    }
    const takesFile = /<input\b[^>]*type="file"/.test(inside);
    if (takesFile && attribute(form, "enctype") !== "multipart/form-data") faults.push("does not send its file");
    return faults.map((fault) => `“${name}” ${fault}`);
  });
}

const attribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`, "i").exec(attributes)?.[1];
