/** The address of a web page in a text. Punctuation that ends the sentence is not part of it. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}]/g;

/** A part of a text and its start offset: words, or the address of a page. */
export type ProsePart = { readonly at: number; readonly text: string; readonly isLink: boolean };

/** Splits a plain text into words and page addresses, in order. */
export function partsOfProse(text: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (index > end) parts.push({ at: end, text: text.slice(end, index), isLink: false });
    parts.push({ at: index, text: link, isLink: true });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), isLink: false });
  return parts;
}
