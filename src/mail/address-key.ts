import { createHmac, timingSafeEqual } from "node:crypto";
import { type Expression, type RawBuilder, sql } from "kysely";
import { deriveKey } from "#src/base/derive-key.ts";

/** Keys for the hash of an address, and for the signature of the links in a mail. */
export type MailKeys = {
  /** Key of the hash that represents an address in the database. */
  readonly address: Buffer;
  /** Key of the signature that distinguishes our links from forged ones. */
  readonly link: Buffer;
};

/** SHA-256's block size, to which RFC 2104 (HMAC) pads a key. */
const BLOCK_BYTES = 64;
const KEY_BYTES = 32;
/** 16 bytes cannot be guessed, so attempts need no rate limit. */
const SIGNATURE_BYTES = 16;
/** Hash and signature as base64url without padding. 48 bytes are a multiple of three, so there is only one spelling. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** Derives the keys from the site's secret. */
export function mailKeys(secret: Uint8Array): MailKeys {
  return { address: deriveKey(secret, "news-address/1"), link: deriveKey(secret, "unsubscribe-link/1") };
}

/** Represents an address: HMAC-SHA-256 of its normalised form. It reveals nothing without the site's secret. */
export function addressKey(keys: MailKeys, emailKey: string): Buffer {
  return createHmac("sha256", keys.address).update(emailKey, "utf8").digest();
}

/** `addressKey` as an SQL expression. PostgreSQL has SHA-256 but no HMAC; RFC 2104 builds HMAC from two hashes. */
export function addressKeyInSql(keys: MailKeys, emailKey: Expression<string>): RawBuilder<Buffer> {
  const pad = (byte: number) => {
    const padded = Buffer.alloc(BLOCK_BYTES, byte);
    for (const [at, of] of keys.address.entries()) padded[at] = byte ^ of;
    return padded;
  };
  return sql<Buffer>`sha256(${pad(0x5c)}::bytea || sha256(${pad(0x36)}::bytea || convert_to(${emailKey}, 'UTF8')))`;
}

/** The last part of an unsubscribe URL: the address's hash and our signature. It needs no session and no entry. */
export function unsubscribeToken(keys: MailKeys, key: Buffer): string {
  return Buffer.concat([key, signatureOf(keys, key)]).toString("base64url");
}

/** The address's hash in a link's token, as `addressKey` returns it; null if the link is not ours. */
export function readUnsubscribeToken(keys: MailKeys, token: string): Buffer | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const [key, signature] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES)];
  return timingSafeEqual(signature, signatureOf(keys, key)) ? key : null;
}

function signatureOf(keys: MailKeys, key: Buffer): Buffer {
  return createHmac("sha256", keys.link).update(key).digest().subarray(0, SIGNATURE_BYTES);
}
