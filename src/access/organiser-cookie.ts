import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * How long a browser has access: `session` until it is closed, `trusted` for the weeks of a raffle, if the organiser
 * asked for that. Each kind has its own cookie.
 */
export type PassKind = "session" | "trusted";

const DAY_SECONDS = 86_400;

/** Both count from the last page of the desk. `session` needs a limit: browsers that restore tabs keep its cookie. */
const LASTS_SECONDS: Record<PassKind, number> = { session: DAY_SECONDS, trusted: 30 * DAY_SECONDS };

/** The raffles that one organiser looks after. All are in one cookie, which the browser sends with each request. */
const MAX_PASSES = 20;

const KINDS = ["session", "trusted"] as const;
const COOKIES: Record<PassKind, string> = { session: "desk", trusted: "desk-trusted" };
const PASS = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(\d{1,12})~([\w-]{43})$/;
const BETWEEN = "!";

/** Signs the subject of a pass and its end. */
type Seal = (seconds: string) => Buffer;

/** A cookie to set: its name without prefix, its value, and its end. Null ends it with the browser. */
export type PassCookie = { readonly name: string; readonly value: string; readonly expiresAt: Date | null };

/** The raffle or event that an access code opens: its id and the stored hash of the code. */
export type Subject = { readonly id: string; readonly accessCodeHash: Buffer };

/** The names of the desk's cookies, without prefix. */
export const PASS_COOKIES: readonly string[] = Object.values(COOKIES);

/**
 * Makes the cookies with a fresh pass for a raffle or event. A pass is an HMAC under the site's secret over the id, the
 * stored hash of the access code, and the end. The server stores nothing. A new access code ends all older passes.
 *
 * @param cookies the request's Cookie header; its newest other passes stay in the cookie
 */
export function addPass(
  secret: Uint8Array,
  subject: Subject,
  { cookies, kind, now }: { readonly cookies: string; readonly kind: PassKind; readonly now: Date },
): PassCookie[] {
  const lasts = { id: subject.id, lastsSeconds: LASTS_SECONDS[kind], now };
  const fresh = writePass(lasts, (seconds) => seal(secret, subject, kind, seconds));
  return KINDS.flatMap((one) => {
    const passesBefore = passesIn(cookies, COOKIES[one]);
    const others = othersIn(cookies, COOKIES[one], subject.id, now);
    if (one !== kind && others.length === passesBefore.length) return [];
    const passes = one === kind ? [fresh, ...others].slice(0, MAX_PASSES) : others;
    const end = Math.max(now.getTime(), ...passes.map(endOf));
    return [{ name: COOKIES[one], value: passes.join(BETWEEN), expiresAt: one === "trusted" ? new Date(end) : null }];
  });
}

/** The kind of the valid pass for this raffle or event in a request's Cookie header, or null. */
export function heldPass(secret: Uint8Array, subject: Subject, cookies: string, now: Date): PassKind | null {
  const holds = (kind: PassKind) =>
    holdsPass({ cookies, name: COOKIES[kind] }, { id: subject.id, now }, (seconds) =>
      seal(secret, subject, kind, seconds),
    );
  return KINDS.findLast(holds) ?? null;
}

/** One cookie with a fresh pass in front of the newest others. It ends with the browser. */
export function addToCookie({ cookies, name }: PassesAt, pass: FreshPass, sealOf: Seal): PassCookie {
  const passes = [writePass(pass, sealOf), ...othersIn(cookies, name, pass.id, pass.now)];
  return { name, value: passes.slice(0, MAX_PASSES).join(BETWEEN), expiresAt: null };
}

/** Whether a cookie holds a valid pass for this id: signed by us and not expired. */
export function holdsPass(
  { cookies, name }: PassesAt,
  { id, now }: { readonly id: string; readonly now: Date },
  sealOf: Seal,
): boolean {
  return passesIn(cookies, name).some((pass) => {
    const [, of, seconds = "", signature = ""] = PASS.exec(pass) ?? [];
    if (of !== id || Number(seconds) * 1000 <= now.getTime()) return false;
    const theirs = Buffer.from(signature, "base64url");
    const ours = sealOf(seconds);
    return theirs.length === ours.length && timingSafeEqual(theirs, ours);
  });
}

/** The ids of all unexpired passes in a cookie. Does not check their signatures. */
export function heldIds({ cookies, name }: PassesAt, now: Date): string[] {
  return passesIn(cookies, name)
    .filter((pass) => endOf(pass) > now.getTime())
    .map((pass) => pass.split("~")[0] ?? "");
}

/** Where to find passes: a request's Cookie header, and the cookie's name without its prefix. */
type PassesAt = { readonly cookies: string; readonly name: string };

type FreshPass = { readonly id: string; readonly lastsSeconds: number; readonly now: Date };

function writePass({ id, lastsSeconds, now }: FreshPass, sealOf: Seal): string {
  const seconds = String(Math.floor(now.getTime() / 1000) + lastsSeconds);
  return [id, seconds, sealOf(seconds).toString("base64url")].join("~");
}

/** The unexpired passes in a cookie that are for other ids. */
function othersIn(cookies: string, name: string, id: string, now: Date): string[] {
  return passesIn(cookies, name).filter((pass) => !pass.startsWith(`${id}~`) && endOf(pass) > now.getTime());
}

/** The well-formed passes in the first cookie of this name. With https the name begins with `__Host-`. */
function passesIn(cookies: string, name: string): string[] {
  const value = cookies
    .split(";")
    .map((cookie) => cookie.trim().replace(/^__Host-/, ""))
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return (value ?? "").split(BETWEEN, MAX_PASSES).filter((pass) => PASS.test(pass));
}

function endOf(pass: string): number {
  return Number(pass.split("~")[1]) * 1000;
}

function seal(secret: Uint8Array, subject: Subject, kind: PassKind, seconds: string): Buffer {
  return createHmac("sha256", secret)
    .update(`organiser-pass/2\0${kind}\0${subject.id}\0${seconds}\0`)
    .update(subject.accessCodeHash)
    .digest();
}
