/** One paragraph by its catalogue key, and the list that it introduces. */
export type LegalBlock = { readonly text: string; readonly list?: readonly string[] };

export type LegalSection = {
  readonly key: string;
  /** The section's anchor, which other pages link to. */
  readonly anchor: string;
  readonly blocks: readonly LegalBlock[];
};

/** A section with the catalogue keys of its paragraphs. */
export function legalSection(key: string, anchor: string, ...blocks: readonly (string | LegalBlock)[]): LegalSection {
  return { key, anchor, blocks: blocks.map((block) => (typeof block === "string" ? { text: block } : block)) };
}
