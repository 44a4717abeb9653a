import { registerWorker } from "../../../worker/register.ts";

/** What this browser can do about messages of the site, or does. */
export type PushState = "off" | "on" | "denied" | "on-home-screen-only" | "unable";

/** Where an entry's browsers subscribe. */
type Place = { readonly codeId: string; readonly entryCode: string };

const STORED = "push:";

/**
 * What this browser can do. Which entries it subscribed for it remembers by itself: a browser has one subscription for
 * the whole site.
 */
export async function readPushState({ entryCode }: Place): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    // iOS gives web pages no messages before they are on its home screen.
    return "standalone" in navigator && !navigator.standalone ? "on-home-screen-only" : "unable";
  }
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.getRegistration("/");
  const subscription = await worker?.pushManager.getSubscription();
  return subscription && localStorage.getItem(STORED + entryCode) === subscription.endpoint ? "on" : "off";
}

/**
 * Asks the person for permission, and has the site send this browser messages.
 *
 * @param key the site's public key (VAPID), in base64url
 * @returns what the browser does now; `failed` where the push service or the site did not answer
 */
export async function turnPushOn(place: Place, key: string): Promise<PushState | "failed"> {
  if ((await Notification.requestPermission()) !== "granted") {
    return Notification.permission === "denied" ? "denied" : "off";
  }
  try {
    await registerWorker();
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await subscribeWith(pushManager, key);
    const answer = await fetch(addressOf(place), {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(subscription),
    });
    if (!answer.ok) return "failed";
    localStorage.setItem(STORED + place.entryCode, subscription.endpoint);
    return "on";
  } catch {
    return "failed";
  }
}

/** A browser holds one subscription. One of another key is of no use: a site that moved has another. */
async function subscribeWith(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const earlier = await manager.getSubscription();
    if (!earlier) throw error;
    await earlier.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Ends the messages about an entry. Those about others go on. */
export async function turnPushOff(place: Place): Promise<PushState | "failed"> {
  const endpoint = localStorage.getItem(STORED + place.entryCode);
  try {
    const answer = await fetch(addressOf(place), {
      method: "DELETE",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ endpoint }),
    });
    if (!answer.ok) return "failed";
    localStorage.removeItem(STORED + place.entryCode);
    return "off";
  } catch {
    return "failed";
  }
}

function addressOf({ codeId, entryCode }: Place): string {
  return `/api/entries/${entryCode}/push?raffle=${codeId}`;
}
