/** What belongs to the last name that follows it, in Filipino, Spanish, Dutch and German names. */
const PARTICLES = new Set("da de dela delas delos del der di dos la las los san santa sta sto van von zu".split(" "));

/** What follows a last name. */
const SUFFIXES = new Set("jr sr ii iii iv".split(" "));

/**
 * A name in two parts. The last name is what stands before a comma, else the last word with the particles before it
 * and a suffix after it. One word is a first name.
 */
export function partsOfName(name: string): { readonly firstName: string; readonly lastName: string } {
  const [before = "", after = "", ...more] = name.split(/\s*,\s*/u);
  if (before !== "" && after !== "" && more.length === 0 && !isIn(SUFFIXES, after)) {
    return { firstName: after, lastName: before };
  }
  const words = name.split(" ");
  let cut = words.length - 1;
  if (cut > 1 && isIn(SUFFIXES, words[cut])) cut -= 1;
  while (cut > 1 && isIn(PARTICLES, words[cut - 1])) cut -= 1;
  if (cut < 1) return { firstName: name, lastName: "" };
  return { firstName: words.slice(0, cut).join(" "), lastName: words.slice(cut).join(" ") };
}

function isIn(known: ReadonlySet<string>, word = ""): boolean {
  return known.has(word.replaceAll(".", "").toLowerCase());
}
