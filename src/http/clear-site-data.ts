/**
 * A header for the response when a user signs out or an organiser leaves the desk. The browser drops its cached pages
 * and the text of unsent forms, which the next person at this browser must not see.
 *
 * Slips that wait for the network stay, as their cookie says: nobody can read them, and they are nowhere else.
 *
 * @param cookies the request's Cookie header
 */
export function forgetBrowser(cookies: string | null | undefined): Readonly<Record<string, string>> {
  const waits = /(?:^|;)\s*slips-wait=1(?:;|$)/.test(cookies ?? "");
  return { "clear-site-data": waits ? '"cache"' : '"cache", "storage"' };
}
