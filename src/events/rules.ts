import { isPrivateHost } from "#src/contact/private-host.ts";

/** This site's public origin, and the local port that it listens on. Links could point to either. */
export type OwnAddress = { readonly origin: string; readonly port: number };

/** What is wrong with a link, as a key of the `messages` catalogue. */
export type LinkFault = "linkInvalid" | "linkNotHttps" | "linkWithPassword" | "linkPrivate" | "linkOurs";

// URL parsers accept spaces, line breaks and backslashes, and each parser differs. So refuse them all.
const PLAIN_LINK = /^[a-z]+:\/\/[^\s\\]+$/i;

/** The loopback hosts that a Content Security Policy can name. It supports no IPv6 addresses. */
const HTTP_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"]);

const LOOPBACK = /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f/;

/**
 * The fault of a link that an event frames or links to, or null if it has none.
 *
 * A framed page may run scripts as its own origin. If that were ours, it could reach out of its frame. Plain http and
 * private addresses are only for trial sites. On a public site they would send a visitor's browser to the visitor's own
 * machine or router.
 */
export function linkFault(link: string, own: OwnAddress): LinkFault | null {
  if (!PLAIN_LINK.test(link) || !URL.canParse(link)) return "linkInvalid";
  const url = new URL(link);
  if (isOurs(url, own)) return "linkOurs";
  const isTrial = isForTrial(own.origin);
  const isPlain = url.protocol === "http:" && HTTP_HOSTS.has(url.hostname);
  if (url.protocol !== "https:" && !(isTrial && isPlain)) return "linkNotHttps";
  if (url.username !== "" || url.password !== "") return "linkWithPassword";
  return !isTrial && isPrivateHost(url.hostname) ? "linkPrivate" : null;
}

/** Whether this is a private trial site: reached without https, or on a loopback address. */
export function isForTrial(origin: string): boolean {
  const url = new URL(origin);
  return url.protocol === "http:" || LOOPBACK.test(url.hostname);
}

function isOurs(url: URL, own: OwnAddress): boolean {
  if (hostOf(url) === hostOf(new URL(own.origin))) return true;
  return LOOPBACK.test(url.hostname) && url.port === String(own.port);
}

// A final dot names the same host.
function hostOf({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, "")}:${port}`;
}
