import { isPrivateHost } from "#src/contact/private-host.ts";

/** What a policy may name: it has no words for IPv6, and a typed star must not stand for all hosts. */
const NAMED_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/**
 * The origin of a website as people type it: "shop.example", or the address of one of its pages. Without "www.", which
 * `frameAncestors` allows too.
 *
 * @param isTrial whether pages of one's own machine are sites too
 * @returns null for what is no public website with https
 */
export function siteOrigin(typed: string, isTrial: boolean): string | null {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, hostname, origin } = new URL(address);
  if (isTrial && OWN_MACHINE.test(origin)) return origin;
  if (protocol !== "https:" || !NAMED_HOST.test(hostname) || isPrivateHost(hostname)) return null;
  return `https://${host.replace(/^www\.(?=.*\.)/, "")}`;
}
