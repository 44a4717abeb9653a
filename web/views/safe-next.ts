// A place that exists nowhere: an address that stays on it leads nowhere else.
const NOWHERE = "http://nowhere.invalid";

/**
 * Where to go after signing in: a path of this site, as the page that asked for it wrote it into the address. Anything
 * else, such as another site's address in disguise (`//evil.example`, `/\evil.example`), is the given fallback.
 */
export function safeNext(asked: unknown, fallback = "/"): string {
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, NOWHERE)) return fallback;
  const url = new URL(asked, NOWHERE);
  // A path of two slashes would be read as another host by whoever is sent there.
  if (url.origin !== NOWHERE || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}`;
}

/** The address of the login page that leads on to a path of this site. */
export function loginFor(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
