import { NONCE_BYTES, SEAL_INFO, type SlipFields, type SlipHead, sealedFor } from "./seal-format.ts";

/** The site's public key, in base64url. */
export type SiteKey = string;

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;

/**
 * Seals a slip in a browser, for the site, with a key that is drawn for it alone and forgotten. So the browser cannot
 * open it either.
 *
 * @returns base64url
 */
export async function sealSlip(
  siteKey: SiteKey,
  raffleId: string,
  head: SlipHead,
  fields: SlipFields,
): Promise<string> {
  const { subtle } = crypto;
  const encoder = new TextEncoder();
  const theirs = fromBase64url(siteKey);
  const drawn = await subtle.generateKey(CURVE, false, ["deriveBits"]);
  const ours = new Uint8Array(await subtle.exportKey("raw", drawn.publicKey));
  const site = await subtle.importKey("raw", theirs, CURVE, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: site }, drawn.privateKey, 256);
  const secret = await subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const key = await subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: joined(ours, theirs), info: encoder.encode(SEAL_INFO) },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealing = { name: "AES-GCM", iv, additionalData: encoder.encode(sealedFor(raffleId, head)) };
  const sealed = new Uint8Array(await subtle.encrypt(sealing, key, encoder.encode(JSON.stringify(fields))));
  return toBase64url(joined(ours, iv, sealed));
}

function joined(...parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

function toBase64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
