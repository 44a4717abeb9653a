import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type Expression, type RawBuilder, sql } from "kysely";

/** What the site signs and hashes news mail with. */
export type NewsKeys = {
  /** Of the hash that stands for an address in the database. */
  readonly address: Buffer;
  /** Of the signature that tells our links from made-up ones. */
  readonly link: Buffer;
};

/** SHA-256's block, to which RFC 2104 pads a key. */
const BLOCK_BYTES = 64;
const KEY_BYTES = 32;
/** Beyond guessing, so that tries need not be counted. */
const SIGNATURE_BYTES = 16;
/** The two as base64url, without padding: a multiple of three bytes has one spelling. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** Derives the keys from the site's secret; what another part of the site signs means nothing here. */
export function newsKeys(secret: Uint8Array): NewsKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
  return { address: derive("news-address/1"), link: derive("unsubscribe-link/1") };
}

/** What stands for an address: HMAC-SHA-256 of its normalised form. Without the site's secret it says nothing. */
export function addressKey(keys: NewsKeys, emailKey: string): Buffer {
  return createHmac("sha256", keys.address).update(emailKey, "utf8").digest();
}

/** The same, by the database: PostgreSQL has SHA-256 and no HMAC, which RFC 2104 makes of two. */
export function addressKeyInSql(keys: NewsKeys, emailKey: Expression<string>): RawBuilder<Buffer> {
  const pad = (byte: number) => {
    const padded = Buffer.alloc(BLOCK_BYTES, byte);
    for (const [at, of] of keys.address.entries()) padded[at] = byte ^ of;
    return padded;
  };
  return sql<Buffer>`sha256(${pad(0x5c)}::bytea || sha256(${pad(0x36)}::bytea || convert_to(${emailKey}, 'UTF8')))`;
}

/** The last part of the address at which somebody stops news: whose, and our signature. It needs no session and no entry. */
export function unsubscribeToken(keys: NewsKeys, key: Buffer): string {
  return Buffer.concat([key, signatureOf(keys, key)]).toString("base64url");
}

/** Whom a link is of, as `addressKey` has it; null for one that is not ours. */
export function readUnsubscribeToken(keys: NewsKeys, token: string): Buffer | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const [key, signature] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES)];
  return timingSafeEqual(signature, signatureOf(keys, key)) ? key : null;
}

function signatureOf(keys: NewsKeys, key: Buffer): Buffer {
  return createHmac("sha256", keys.link).update(key).digest().subarray(0, SIGNATURE_BYTES);
}
