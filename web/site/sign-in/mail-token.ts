import { createHash } from "node:crypto";
import { redirectDocument } from "react-router";
import { HOUR_MS } from "#src/base/clock.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext } from "#src/http/page-context.ts";
import type { PageRequest } from "../../requests/page-request.ts";

/** A token as mails have it: of the library, or a signed one. Anything else is none. */
const TOKEN = /^[\w.-]{1,1000}$/;
/** As long as the link to a new password works. */
const HELD_MS = HOUR_MS;

/** The pages behind links of mails about accounts. */
type MailPage = "reset-password" | "verify-email";

/**
 * Redirects from a mail's link to the plain address of its page, and leaves the token in a cookie that no script reads.
 * So it stands in no address bar and no history, and reloading and going back still work.
 *
 * @throws the redirect, where the address has a token
 */
export function leaveMailToken({ request, context }: PageRequest, page: MailPage): void {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  if (token === null) return;
  const { config, clock } = context.get(siteContext);
  const expiresAt = new Date(clock().getTime() + HELD_MS);
  const value = TOKEN.test(token) ? token : "";
  setCookies(context, [passCookie({ name: `${page}-token`, value, expiresAt }, config.origin)]);
  searchParams.delete("token");
  throw redirectDocument(searchParams.size > 0 ? `/${page}?${searchParams}` : `/${page}`, 303);
}

/** The token that the page was opened with; empty without one. A page that was open before has it in its address. */
export function mailToken({ request, context }: PageRequest, page: MailPage): string {
  const inAddress = new URL(request.url).searchParams.get("token");
  // With https the prefix alone proves that the cookie is this site's, and not a neighbour's of the same domain.
  const prefix = context.get(siteContext).config.origin.startsWith("https:") ? "__Host-" : "";
  const held = new RegExp(`(?:^|;)\\s*${prefix}${page}-token=([\\w.-]+)`).exec(request.headers.get("cookie") ?? "");
  return inAddress ?? held?.[1] ?? "";
}

/**
 * What a form holds of the token that it was opened for. Another link that was opened meanwhile, perhaps a stranger's,
 * changes the cookie: then the form must not act by it.
 */
export function markOfToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url").slice(0, 12);
}
