import type { Pass } from "#src/access/pass.ts";

/**
 * A pass as a Set-Cookie header: no script reads it, no other site's page sends it, and where the site is reached by
 * https it never travels without.
 */
export function passCookie(pass: Pass, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${pass.name}=${pass.value}; Path=/; Expires=${pass.expiresAt.toUTCString()}; HttpOnly; SameSite=Strict${secure}`;
}
