/** An address of a page as people write it into a text, up to where it ends: what follows a sentence is not part of it. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}]/g;

/** A piece of a text, and where it begins: words, or the address of a page. */
export type ProsePart = { readonly at: number; readonly text: string; readonly isLink: boolean };

/** A plain text, cut where the addresses of pages in it begin and end. */
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
