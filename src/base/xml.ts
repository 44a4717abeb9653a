/** What XML 1.0 allows in a document (production 2), and no line breaks. */
const NOT_IN_XML = /[^\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A stranger's text for an XML file or a drawing: it is shown in one line, and nothing else. */
export function escapeXml(text: string): string {
  return text.replace(NOT_IN_XML, " ").replace(/[&<>"]/g, (character) => ESCAPED[character] ?? "");
}
