/*
 * Reading Markdown takes time that grows with its marks times its length, and pages are rendered on one thread. With
 * these bounds, no text of 5,000 characters that a random search found takes 5 ms. Without them, one took 60 ms.
 */

/** Lists and quotes within each other on one line. Each level is read again, with all that stands in it. */
const MAX_DEPTH = 6;

/** Marks of a text. A price list of a hundred lines, each with a bold name and a link, has five hundred. */
const MAX_MARKS = 600;

/** Backticks in a row. At each one of an open run the whole rest is searched for its end. */
const MAX_BACKTICKS = 16;

/** A line of `- - - -` is a divider, and no list in a list. */
const DIVIDER = /^[ \t]*([-*_])(?:[ \t]*\1)+[ \t]*$/;

const OPENING = /^(?:[ \t]*(?:>|[-+*](?![^ \t])|\d{1,9}[.)](?![^ \t])|\[[ xX]?\](?![^ \t])|#{1,6}(?![^ \t])))+/;

/** One level of an opening. Four spaces may be one too. */
const LEVEL = />|[-+*]|\d{1,9}[.)]|\[|#+|\t| {4}/g;

/** A divider of `=====` is one mark, however long. */
const INLINE = /([*_~=`[\]<|\\@])\1*|www\.|:\/\//g;

/** Whether a stranger's Markdown would take long to read: nobody writes so much of it, or so deep, for readers. */
export function isExcessive(text: string): boolean {
  if (text.includes("`".repeat(MAX_BACKTICKS + 1))) return true;
  let marks = 0;
  for (const line of text.split("\n")) {
    const [opening = ""] = DIVIDER.test(line) ? [] : (OPENING.exec(line) ?? []);
    const depth = count(opening, LEVEL);
    if (depth > MAX_DEPTH) return true;
    marks += depth + count(line.slice(opening.length), INLINE);
  }
  return marks > MAX_MARKS;
}

function count(text: string, mark: RegExp): number {
  return text.match(mark)?.length ?? 0;
}
