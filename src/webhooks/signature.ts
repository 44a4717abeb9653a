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

/** What an endpoint's secrets follow from. */
export type Seeds = {
  readonly secretSeed: string;
  readonly formerSeed: string | null;
  readonly formerUntil: Date | null;
};

/** The secrets that sign for an endpoint now, the newest first. */
export function endpointSecrets(siteSecret: Uint8Array, place: EndpointPlace, seeds: Seeds): string[] {
  const { secretSeed, formerSeed, formerUntil } = seeds;
  const isFormerValid = formerSeed !== null && formerUntil !== null && formerUntil.getTime() > Date.now();
  const valid = isFormerValid ? [secretSeed, formerSeed] : [secretSeed];
  return valid.map((seed) => endpointSecret(siteSecret, place, seed));
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
