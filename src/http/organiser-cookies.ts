import { PASS_COOKIES, type PassCookie } from "#src/access/organiser-cookie.ts";

/**
 * The Set-Cookie header of a pass. HttpOnly: no script reads it. SameSite=Lax: no other site's form sends it, but a
 * link in a chat does, so the desk's address need not hold the code. With https it is Secure, and `__Host-` ensures
 * that only this host can set it.
 */
export function passCookie({ name, value, expiresAt }: PassCookie, origin: string): string {
  const end = expiresAt ? `; Expires=${expiresAt.toUTCString()}` : "";
  const isSecure = origin.startsWith("https:");
  return `${isSecure ? "__Host-" : ""}${name}=${value}; Path=/${end}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The Set-Cookie headers that delete all passes in a browser. */
export function passesForgotten(origin: string): string[] {
  return PASS_COOKIES.map((name) => passCookie({ name, value: "", expiresAt: new Date(0) }, origin));
}

/** Whether a request's Cookie header has any pass, for any raffle, valid or not. */
export function bringsPasses(cookies: string | undefined): boolean {
  return PASS_COOKIES.some((name) => new RegExp(`(^|;)\\s*(__Host-)?${name}=[^;\\s]`).test(cookies ?? ""));
}
