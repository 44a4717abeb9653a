/** One paragraph by its key in the catalogue, and the list that it leads in. */
export type LegalBlock = { readonly text: string; readonly list?: readonly string[] };

export type LegalSection = {
  readonly key: string;
  /** The section's address on the page: others link to it. */
  readonly anchor: string;
  readonly blocks: readonly LegalBlock[];
};

/** A section with its paragraphs by their keys. */
export function legalSection(key: string, anchor: string, ...blocks: readonly (string | LegalBlock)[]): LegalSection {
  return { key, anchor, blocks: blocks.map((block) => (typeof block === "string" ? { text: block } : block)) };
}
