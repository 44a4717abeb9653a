/** Always the same length, so it does not reveal the length of the hidden text. */
const HIDDEN = "•••";

/** With fewer digits, showing the first two and last four would leave too few hidden. */
const LONG_NUMBER = 11;
/** With fewer digits, the text is no phone number. */
const SHORTEST_NUMBER = 7;

const NUMBER = /^\+?[\d\s().\-/]+$/;
const EMAIL = /^([^\s@]+)@((?:[^\s@.]+\.)+[^\s@.]+)$/;
const LETTER = /^\p{L}/u;

/** Matches a name that contains contact details: an @, or three digits without letters between them. */
const CONTACT_IN_NAME = /@|\p{Nd}[^\p{L}]*\p{Nd}[^\p{L}]*\p{Nd}/u;

/** Common mail providers, which identify nobody. A person's own domain would, so it is masked. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  "gmail.com",
  "gmx.de",
  "gmx.net",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "me.com",
  "outlook.com",
  "proton.me",
  "protonmail.com",
  "t-online.de",
  "web.de",
  "yahoo.com",
  "yahoo.com.ph",
  "yahoo.de",
  "ymail.com",
]);

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Fields of which a part is shown. Any other, also one that is added later, is hidden whole. */
const MASKS: Readonly<Record<string, (text: string) => string>> = {
  firstName: (name) => (CONTACT_IN_NAME.test(name) ? HIDDEN : name),
  lastName: initialOf,
  phone: maskPhone,
  email: maskEmail,
};

/**
 * Masks a person's details for a visitor who has only the entry code. The entrant can recognise them, but a stranger
 * cannot contact the entrant. Empty fields stay empty. Text of unknown form is hidden completely.
 */
export function maskPerson<Person extends Readonly<Record<string, string>>>(person: Person): Person {
  const masked = Object.entries(person).map(([name, text]) => [name, (MASKS[name] ?? hide)(text)]);
  return Object.fromEntries(masked) as Person;
}

/** `0917 123 4567` as `09•• ••• 4567`. A shorter number shows only its last two digits. */
function maskPhone(phone: string): string {
  const text = phone.trim();
  const digits = text.replaceAll(/\D/g, "").length;
  if (!NUMBER.test(text) || digits < SHORTEST_NUMBER) return hide(text);
  const [inFront, behind] = digits >= LONG_NUMBER ? [2, 4] : [0, 2];
  let place = 0;
  return text.replaceAll(/\d/g, (digit) => {
    place += 1;
    return place <= inFront || place > digits - behind ? digit : "•";
  });
}

/** `maria@gmail.com` as `m•••@gmail.com`, `maria@santos.ph` as `m•••@•••.ph`. */
export function maskEmail(email: string): string {
  const [, local = "", domain = ""] = EMAIL.exec(email.trim()) ?? [];
  if (local === "") return hide(email);
  const [first = "", ...rest] = lettersOf(local);
  const shown = SHARED_DOMAINS.has(domain.toLowerCase()) ? domain : `${HIDDEN}${domain.slice(domain.lastIndexOf("."))}`;
  return `${rest.length > 0 ? first : ""}${HIDDEN}@${shown}`;
}

/** `Santos` as `S.`. A name of one letter is hidden, since its initial would be the whole name. */
function initialOf(name: string): string {
  const [first = "", ...rest] = lettersOf(name.trim());
  return LETTER.test(first) && rest.length > 0 ? `${first}.` : hide(name);
}

function lettersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function hide(text: string): string {
  return text.trim() === "" ? "" : HIDDEN;
}
