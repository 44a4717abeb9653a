import { createHmac } from "node:crypto";
import { signingKey } from "#src/base/derive-key.ts";
import type { EndpointPlace } from "./schema.ts";

/** How Standard Webhooks writes a secret: this prefix, and base64 of 24 to 64 bytes. */
const PREFIX = "whsec_";

/** The secret of an endpoint. It follows from the site's secret: the database alone reveals none. */
export function endpointSecret(siteSecret: Uint8Array, { raffleId, endpointId }: EndpointPlace, seed: string): string {
  const key = signingKey(siteSecret, "webhook-secrets/1");
  return PREFIX + createHmac("sha256", key).update(`${raffleId} ${endpointId} ${seed}`).digest("base64");
}

/** A message as it is signed. */
type Signed = { readonly id: string; readonly at: Date; readonly body: string };

/**
 * The headers of a message by the Standard Webhooks specification.
 *
 * @param secrets each signs, so that a receiver may know the old one or the new one
 */
export function signedHeaders(secrets: readonly string[], { id, at, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
