import { z } from "zod";
import { MAX_ENDPOINT } from "./limits.ts";

/** What a raffle's browsers are sent: the draw is near, or the raffle was drawn. */
export type PushKind = "soon" | "drawn";

const KEY = /^[A-Za-z0-9_-]+={0,2}$/;

/** A browser's subscription, as its own `PushSubscription.toJSON()` gives it (W3C Push API). */
export const sentSubscription = z.object({
  endpoint: z.string().max(MAX_ENDPOINT).refine(isPushService),
  keys: z.object({
    // An uncompressed point of P-256, and 16 bytes (RFC 8291, section 2).
    p256dh: z.string().max(100).regex(KEY).refine(isOfBytes(65)),
    auth: z.string().max(30).regex(KEY).refine(isOfBytes(16)),
  }),
});

export type PushSubscription = z.infer<typeof sentSubscription>;

function isOfBytes(count: number) {
  return (text: string) => Buffer.from(text, "base64url").length === count;
}

/**
 * The hosts of the push services of browsers. A browser gives the address, so a stranger could name any: the site sends
 * to these alone.
 */
const SERVICES: readonly string[] = [
  // Chrome, Edge on Android, Brave, Opera, Samsung Internet.
  "fcm.googleapis.com",
  "jmt17.google.com",
  // Firefox.
  "updates.push.services.mozilla.com",
  // Safari.
  ".push.apple.com",
  // Edge on Windows.
  ".notify.windows.com",
];

/** Whether an address is one of a known push service. */
export function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  const isKnown = SERVICES.some((one) => (one.startsWith(".") ? hostname.endsWith(one) : hostname === one));
  return protocol === "https:" && port === "" && username === "" && password === "" && isKnown;
}
