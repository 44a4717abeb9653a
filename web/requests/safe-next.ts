// A host that exists nowhere. A URL that resolves to this host leads to no other site.
const NOWHERE = "http://nowhere.invalid";

/**
 * Where to go after signing in: a path of this site, from the URL of the page that asked for the login. Any other value
 * becomes the fallback, such as another site's URL in disguise (`//evil.example`, `/\evil.example`).
 */
export function safeNext(asked: unknown, fallback = "/"): string {
  if (typeof asked !== "string" || !asked.startsWith("/") || !URL.canParse(asked, NOWHERE)) return fallback;
  const url = new URL(asked, NOWHERE);
  // Browsers read a path that starts with two slashes as another host.
  if (url.origin !== NOWHERE || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}`;
}

/** The URL of the login page that later leads on to a path of this site. */
export function loginFor(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
