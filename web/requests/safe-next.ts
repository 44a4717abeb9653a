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

/** The page that sent somebody to log in or to register. It is in the URL, also in the form's. */
export function nextOf(request: Request): string | null {
  return safeNext(new URL(request.url).searchParams.get("next"), "") || null;
}

/** The URL of the login page that later leads on to a path of this site. */
export function loginFor(path: string | null): string {
  return path === null ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}

/** The URL of the page to register on, which later leads on in the same way. */
export function registerFor(path: string | null): string {
  return path === null ? "/register" : `/register?next=${encodeURIComponent(path)}`;
}
