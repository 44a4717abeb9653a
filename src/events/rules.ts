/** This site as links could name it: its address, and the port that it listens on behind that. */
export type OwnAddress = { readonly origin: string; readonly port: number };

/** What is wrong with a link, as a key of the `messages` catalogue. */
export type LinkFault = "linkInvalid" | "linkNotHttps" | "linkWithPassword" | "linkOurs";

// The URL parser forgives spaces, line breaks and backslashes, and every parser forgives others.
const PLAIN_LINK = /^[a-z]+:\/\/[^\s\\]+$/i;

/** Loopback hosts that a page's policy can name: it knows no IPv6 address. */
const HTTP_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"]);

const LOOPBACK = /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f/;

/**
 * What is wrong with a link that an event shows in a frame or leads to, or null.
 *
 * A frame's page runs scripts as its own origin, so that it may not be ours: it could reach out of its frame. Plain http
 * is for trying things out on one's own machine.
 */
export function linkFault(link: string, own: OwnAddress): LinkFault | null {
  if (!PLAIN_LINK.test(link) || !URL.canParse(link)) return "linkInvalid";
  const url = new URL(link);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && HTTP_HOSTS.has(url.hostname))) return "linkNotHttps";
  if (url.username !== "" || url.password !== "") return "linkWithPassword";
  return isOurs(url, own) ? "linkOurs" : null;
}

function isOurs(url: URL, own: OwnAddress): boolean {
  if (hostOf(url) === hostOf(new URL(own.origin))) return true;
  return LOOPBACK.test(url.hostname) && url.port === String(own.port);
}

// A host with a dot at its end is the same machine.
function hostOf({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, "")}:${port}`;
}
