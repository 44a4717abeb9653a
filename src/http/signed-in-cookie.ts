import { MAX_SESSION_DAYS } from "#src/accounts/limits.ts";

const NAME = "signed-in";

/**
 * A cookie that tells the small script of every page that a user is signed in here. So cached pages, the same for
 * everybody, can show the link to the profile. It proves nothing and holds no personal data. `new` is sent once.
 */
export function signedInMark(origin: string): string {
  return mark("new", MAX_SESSION_DAYS * 86_400, origin);
}

/** Deletes the cookie. */
export function signedOutMark(origin: string): string {
  return mark("", 0, origin);
}

/** Whether a request's Cookie header has this cookie. */
export function hasSignedInMark(cookies: string | undefined): boolean {
  return /(^|;)\s*signed-in=\w/.test(cookies ?? "");
}

function mark(value: string, maxAge: number, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}
