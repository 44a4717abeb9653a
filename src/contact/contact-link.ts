import { normaliseEmail } from "./email.ts";
import { normalisePhone } from "./phone.ts";

// A host with a dot, and a path: what people copy of a page without its "https://".
const BARE_PAGE = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}(?:[/?#]\S*)?$/i;

/**
 * Where a contact leads that anybody typed and everybody sees: a page, a mailbox or a phone.
 *
 * @param typed one line of text
 * @param region the country whose phone numbers need no country code
 * @returns an address of https, http, mailto or tel, and of nothing else; null for any other text
 */
export function contactLink(typed: string, region: string): string | null {
  const email = normaliseEmail(typed);
  // A mailto address may carry further fields after a question mark, so that all but the at sign is escaped.
  if (email !== null) return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
  const phone = normalisePhone(typed, region);
  if (phone !== null) return `tel:${phone}`;
  return pageLink(BARE_PAGE.test(typed) ? `https://${typed}` : typed);
}

/** A page's address. Null for another scheme, and for names and passwords in front of a host, which imitate another. */
function pageLink(address: string): string | null {
  if (/\s/.test(address)) return null;
  const url = URL.parse(address);
  if (url === null || !["https:", "http:"].includes(url.protocol)) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}
