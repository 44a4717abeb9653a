/** What belongs to the last name that follows it, in Filipino, Spanish, Dutch and German names. */
const PARTICLES = new Set("da de dela delas delos del der di dos la las los san santa sta sto van von zu".split(" "));

/** What follows a last name. */
const SUFFIXES = new Set("jr sr ii iii iv".split(" "));

/**
 * A name in two parts. The last name is what stands before the first comma, else the last word with the particles
 * before it and a suffix after it. One word is a first name.
 */
export function partsOfName(name: string): { readonly firstName: string; readonly lastName: string } {
  const [before = "", ...after] = name
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (after.length > 0 && !(after.length === 1 && isIn(SUFFIXES, after[0]))) {
    return { firstName: after.join(" "), lastName: before };
  }
  const words = [before, ...after].join(" ").split(" ");
  let cut = words.length - 1;
  if (cut > 1 && isIn(SUFFIXES, words[cut])) cut -= 1;
  while (cut > 1 && isIn(PARTICLES, words[cut - 1])) cut -= 1;
  return cut < 1
    ? { firstName: words.join(" "), lastName: "" }
    : { firstName: words.slice(0, cut).join(" "), lastName: words.slice(cut).join(" ") };
}

function isIn(known: ReadonlySet<string>, word = ""): boolean {
  return known.has(word.replaceAll(".", "").toLowerCase());
}
