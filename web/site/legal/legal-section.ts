import type { KeyUnder } from "#src/i18n/text-keys.ts";
/** One paragraph by its catalogue key, and the list that it introduces. */
export type LegalBlock<Key extends string = string> = { readonly text: Key; readonly list?: readonly Key[] };

type Texts = KeyUnder<"pages", "terms"> | KeyUnder<"pages", "privacy">;

/** A section's key on one of the pages, and the keys of its paragraphs. */
type SectionKey = Texts extends infer Text ? (Text extends `${infer Key}.title` ? Key : never) : never;
type BlockKey<Key extends string> = Texts extends infer Text
  ? Text extends `${Key}.${infer Block}`
    ? Block
    : never
  : never;

export type LegalSection = {
  readonly key: string;
  /** The section's anchor, which other pages link to. */
  readonly anchor: string;
  readonly blocks: readonly LegalBlock[];
};

/** A section with the catalogue keys of its paragraphs. */
export function legalSection<Key extends SectionKey>(
  key: Key,
  anchor: string,
  ...blocks: readonly (BlockKey<Key> | LegalBlock<BlockKey<Key>>)[]
): LegalSection {
  return { key, anchor, blocks: blocks.map((block) => (typeof block === "string" ? { text: block } : block)) };
}
