import { withoutInvisible } from "#src/base/text.ts";

/** RFC 5321 §4.5.3.1, in octets: a path without its angle brackets, and the part before the @. */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
/** RFC 1035 §2.3.4, in octets. */
const MAX_LABEL = 63;

// RFC 5322 §3.2.3 atext, plus non-ASCII text by RFC 6531 §3.3: only letters, marks and digits.
const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
// RFC 5321 §4.1.2 Quoted-string, without spaces, which are typing mistakes here.
const QUOTED = /^"(?:[!#-[\]-~]|\\[!-~])+"$/;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
// Fast path: nearly all addresses match this. For them, normalising is only lower case.
const PLAIN =
  /^(?=.{1,254}$)(?=.{1,64}@)[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

const encoder = new TextEncoder();

/** Whether a text is a valid internet e-mail address. */
export function isEmailAddress(typed: string): boolean {
  return normaliseEmail(typed) !== null;
}

/**
 * Normalises an e-mail address to a raffle's key for it, to which mail can be sent. It is trimmed, in lower case,
 * without invisible characters and unneeded quotes, with the domain as in DNS. Normalising a key again changes nothing.
 *
 * Decisions where the standards leave a choice:
 * - Comments, domain literals and domains without a dot are refused: legal, but always a mistake in a form.
 * - Spaces around the address are removed. Spaces inside it are refused, quoted or not.
 * - Full-width letters and other compatibility characters are refused on both sides of the @. Nobody means them (RFC
 *   8264 §9.17 excludes them from identifiers), and folding them would send mail to another address than typed.
 * - Dots and tags before the @ stay, because they make a different address. So do look-alike letters.
 *
 * @returns the address, or null if the text is no address
 */
export function normaliseEmail(typed: string): string | null {
  const trimmed = typed.trim();
  if (PLAIN.test(trimmed)) return trimmed.toLowerCase();
  if (trimmed.length > MAX_ADDRESS) return null;
  const address = withoutInvisible(trimmed).trim().toLowerCase().normalize("NFC");
  if (address.normalize("NFKC") !== address) return null;
  const at = address.lastIndexOf("@");
  if (at < 0) return null;
  const local = readLocalPart(address.slice(0, at));
  const domain = domainInDns(address.slice(at + 1));
  if (local === null || domain === null) return null;
  return octets(local) + 1 + domain.length <= MAX_ADDRESS ? `${local}@${domain}` : null;
}

/** RFC 5321 §4.1.2: a quoted and an unquoted local part name the same mailbox. So only required quotes stay. */
function readLocalPart(local: string): string | null {
  if (octets(local) > MAX_LOCAL) return null;
  if (isDotString(local)) return local;
  if (!QUOTED.test(local)) return null;
  const content = local.slice(1, -1).replace(/\\(.)/g, "$1");
  return isDotString(content) ? content : `"${content.replace(/["\\]/g, "\\$&")}"`;
}

function isDotString(local: string): boolean {
  return local.split(".").every((atom) => ATOM.test(atom));
}

function domainInDns(domain: string): string | null {
  if (!domain.split(".").every((label) => LABEL.test(label))) return null;
  // URL applies IDNA (UTS 46), in the browser and on the server.
  const url = `http://${domain}`;
  if (!URL.canParse(url)) return null;
  const labels = new URL(url).hostname.split(".");
  if (labels.length < 2 || labels.some((label) => label.length > MAX_LABEL)) return null;
  // RFC 3696 §2: no top-level domain is a number, so this is an IP address.
  return /^\d+$/.test(labels.at(-1) ?? "") ? null : labels.join(".");
}

function octets(text: string): number {
  return encoder.encode(text).length;
}
