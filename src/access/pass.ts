import { createHmac, timingSafeEqual } from "node:crypto";

/** Long enough for a raffle's weeks, and renewed by every page of the desk. */
const PASS_DAYS = 30;
const DAY_MS = 86_400_000;

/** What a browser keeps after it has proved an access code: the name and value of a cookie, and when it ends. */
export type Pass = { readonly name: string; readonly value: string; readonly expiresAt: Date };

/** What a code opens, a raffle or an event: its id, and the code as it is stored. */
export type Subject = { readonly id: string; readonly accessCodeHash: Buffer };

/**
 * A pass for a raffle or an event: an HMAC under the site's secret over its id, its access code's stored hash and the end.
 * Nothing is stored for it, and a new access code ends every pass that was given for the old one.
 */
export function makePass(secret: Uint8Array, subject: Subject, now: Date): Pass {
  const expiresAt = new Date(Math.floor(now.getTime() / 1000) * 1000 + PASS_DAYS * DAY_MS);
  const seconds = String(expiresAt.getTime() / 1000);
  const value = `${seconds}.${seal(secret, subject, seconds).toString("base64url")}`;
  return { name: passName(subject.id), value, expiresAt };
}

/** Whether a request's Cookie header holds a pass for this raffle or event that is ours and not over. */
export function holdsPass(secret: Uint8Array, subject: Subject, cookies: string, now: Date): boolean {
  const start = `${passName(subject.id)}=`;
  const value = cookies
    .split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
  const [seconds = "", signature = ""] = value?.split(".") ?? [];
  if (!/^\d{1,12}$/.test(seconds) || Number(seconds) * 1000 <= now.getTime()) return false;
  const given = Buffer.from(signature, "base64url");
  const ours = seal(secret, subject, seconds);
  return given.length === ours.length && timingSafeEqual(given, ours);
}

function passName(subjectId: string): string {
  return `desk-${subjectId}`;
}

function seal(secret: Uint8Array, subject: Subject, seconds: string): Buffer {
  return createHmac("sha256", secret)
    .update(`organiser-pass/1\0${subject.id}\0${seconds}\0`)
    .update(subject.accessCodeHash)
    .digest();
}
