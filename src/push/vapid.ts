import { createECDH } from "node:crypto";
import { deriveKey, once } from "#src/base/derive-key.ts";

/** The keys by which push services know a site (VAPID, RFC 8292), in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/**
 * The site's keys for push services, from its secret: no service has to be configured, and a restored site keeps its
 * subscribers. Of 2^32 secrets one gives a number that is no key of P-256; then the next version of the name is used.
 */
export function vapidKeys(secret: Uint8Array): VapidKeys {
  return keysOf(secret, "push-vapid");
}

/** Every page of an entry names the public key. */
const keysOf = once((secret, purpose): VapidKeys => {
  for (let version = 1; ; version++) {
    const ecdh = createECDH("prime256v1");
    const key = deriveKey(secret, `${purpose}-${version}`);
    try {
      ecdh.setPrivateKey(key);
    } catch {
      continue;
    }
    return { publicKey: ecdh.getPublicKey("base64url"), privateKey: key.toString("base64url") };
  }
});
