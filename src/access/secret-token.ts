import { hash, randomBytes } from "node:crypto";

/** 192 bits cannot be guessed, so attempts need no counting. */
export const TOKEN_BYTES = 24;

/** A token in base64url. */
const TOKEN = /^[\w-]{32}$/;

/** Makes a token for a link or a program. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is stored of a token: a copy of the database opens nothing. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
