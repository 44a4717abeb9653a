/** The family of our own fonts (scripts/make-display-font.ts), for a drawing's `font-family`. */
export const DRAWN_FONT = "Bricolage Grotesque 96pt ExtraBold";

/** A letter's mean width in our font (DRAWN_FONT), in parts of its size. */
const LETTER = 0.52;

/** How many letters of this size fit in this width. */
export function lettersIn(width: number, size: number): number {
  return Math.floor(width / (size * LETTER));
}

/** A text of this many letters at most, as people see them; "…" ends one that is cut. */
export function shortened(text: string, most: number): string {
  const shown = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return shown.length <= most
    ? text
    : `${shown
        .slice(0, most - 1)
        .join("")
        .trim()}…`;
}
