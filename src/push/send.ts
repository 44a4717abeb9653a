import webPush from "web-push";
import type { Post } from "#src/webhooks/post.ts";
import { isPushService, type PushSubscription } from "./schema.ts";
import type { VapidKeys } from "./vapid.ts";

/** What a browser shows, and where a press on it leads. */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  /** On this site. */
  readonly path: string;
  /** Of two messages with the same tag a browser shows the later one alone. At most 32 letters and digits. */
  readonly tag: string;
};

export type PushSender = {
  readonly post: Post;
  readonly keys: VapidKeys;
  /** Who sends: an address of the site, or of its operator, as RFC 8292 asks for. */
  readonly subject: string;
};

/** What became of a message: taken, or the service will never take one for it, or it could not take it now. */
export type PushAnswer = "taken" | "gone" | "failed";

/** The answers of a service that is busy or away. Any other refusal is of this subscription, and stays. */
const MAY_PASS = /^(429|5\d\d|too-slow|no-answer|certificate-wrong)$/;

/**
 * Sends one message to one browser, encrypted for it (RFC 8291). The push service cannot read it.
 *
 * @param ttlSeconds how long the service holds it for a browser that is off
 * @returns never throws: a subscription with keys of no use is gone
 */
export async function sendPush(
  { post, keys, subject }: PushSender,
  { endpoint, keys: browserKeys }: PushSubscription,
  message: PushMessage,
  { ttlSeconds, signal }: { readonly ttlSeconds: number; readonly signal: AbortSignal },
): Promise<PushAnswer> {
  if (!isPushService(endpoint)) return "gone";
  const request = encrypted();
  if (!request) return "gone";
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const status = await post(endpoint, { headers, body: request.body }, signal);
  if (/^2\d\d$/.test(status)) return "taken";
  return MAY_PASS.test(status) ? "failed" : "gone";

  function encrypted() {
    try {
      return webPush.generateRequestDetails({ endpoint, keys: browserKeys }, JSON.stringify(message), {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        urgency: "high",
        topic: message.tag,
      });
    } catch {
      return null;
    }
  }
}
