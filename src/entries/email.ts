import { withoutInvisible } from "#src/base/text.ts";

/** RFC 5321 §4.5.3.1, in octets: a path without its angle brackets, and what is in front of the @. */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
/** RFC 1035 §2.3.4, in octets. */
const MAX_LABEL = 63;

// RFC 5322 §3.2.3 atext, and by RFC 6531 §3.3 what lies beyond ASCII, of which letters, marks and digits will do.
const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
// RFC 5321 §4.1.2 Quoted-string, without spaces: they are a typing mistake here.
const QUOTED = /^"(?:[!#-[\]-~]|\\[!-~])+"$/;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
// What nearly everybody has: for these the whole of normalising is lower case, and a crowd is spared its work.
const PLAIN =
  /^(?=.{1,254}$)(?=.{1,64}@)[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

const encoder = new TextEncoder();

/** Whether a text can be somebody's e-mail address on the internet. */
export function isEmailAddress(typed: string): boolean {
  return normaliseEmail(typed) !== null;
}

/**
 * The form of an e-mail address by which a raffle knows it, and to which mail can be sent: trimmed, without invisible
 * characters, in lower case, without quotes that it does not need, the domain as DNS spells it. A key is its own key.
 *
 * Decided here, where the standards leave it open:
 * - Comments, domain literals and a domain without a dot are refused: legal and, in a form, always a mistake.
 * - Spaces around the address are a slip of the keyboard; inside it they are refused, quoted or not.
 * - Full-width letters and other compatibility characters are refused, on either side of the @: nobody means them (RFC
 *   8264 §9.17 keeps them out of identifiers), and folding them would send mail elsewhere than to what was typed.
 * - Dots and tags in front of the @ stay, as they make another address; so do letters that only look alike.
 *
 * @returns the address, or null where the text is none
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

/** RFC 5321 §4.1.2 takes a quoted part and the same part unquoted for one mailbox, so quotes stay only where they must. */
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
  // URL speaks IDNA (UTS 46), in the browser as on the server.
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
