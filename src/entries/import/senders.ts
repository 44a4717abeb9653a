import { createHmac } from "node:crypto";
import { HOUR_MS } from "#src/base/clock.ts";
import { signingKey } from "#src/base/derive-key.ts";
import { createKeyedQueue } from "#src/rate-limits/keyed-queue.ts";
import { networkOf, widerNetworksOf } from "#src/rate-limits/network.ts";
import type { ActionPolicy } from "#src/rate-limits/strangers-limits.ts";

/**
 * Rate limit for reading lists, since each costs half a second of CPU time. An organiser checks a list several times
 * until all its lines are valid; in an agency several people do so behind one address.
 */
export const READ_IMPORT: ActionPolicy = {
  action: "check list of entries",
  network: { free: 60, windowMs: HOUR_MS, doublesAfter: 20 },
  site: { free: 1000, windowMs: HOUR_MS, doublesAfter: 300 },
};

/** Queue length. It is more than one network's free attempts, and each waiting attempt has already been counted. */
const MAX_WAITING = 1000;
const queue = createKeyedQueue(MAX_WAITING);

/** Reads each network's lists one at a time: this limits memory to some megabytes, and lets others in between. */
export function inSendersTurn<Result>(address: string, work: (sender: string) => Promise<Result>): Promise<Result> {
  const sender = senderOf(address);
  return queue.run([sender], () => work(sender));
}

const KEY_BYTES = 16;

/** A pseudonymous key of a sender, which reveals nothing without the site's secret. */
export function senderKey(secret: Uint8Array, address: string): Buffer {
  return createHmac("sha256", signingKey(secret, "import sender/1"))
    .update(senderOf(address), "utf8")
    .digest()
    .subarray(0, KEY_BYTES);
}

/** The IPv4 address, which may be a whole town's; for IPv6 the /48, the widest network that one person may have. */
function senderOf(address: string): string {
  const whole = widerNetworksOf(address).find(({ size }) => size === "/48");
  return whole?.network ?? networkOf(address);
}
