import { MAX_SESSION_DAYS } from "#src/accounts/limits.ts";
import { bringsPasses } from "./organiser-cookies.ts";

const NAME = "signed-in";

/**
 * A cookie that shows the small script of every page that a user is signed in here. So cached pages, the same for
 * everybody, can show the link to the profile. It proves nothing and holds no personal data. `new` is sent once.
 */
export function signedInMark(origin: string): string {
  return mark("new", origin, MAX_SESSION_DAYS * 86_400);
}

/**
 * The same cookie for a guest: `pass` where the browser holds a pass of a desk, so that pages lead to its raffles, and
 * none else. Answers nothing where the browser has it so already.
 *
 * @param cookies the request's Cookie header, with what the answer sets
 */
export function guestMark(cookies: string | undefined, origin: string): string[] {
  const holds = bringsPasses(cookies);
  if (markIn(cookies) === (holds ? "pass" : undefined)) return [];
  return [holds ? mark("pass", origin) : mark("", origin, 0)];
}

/** As `guestMark`, but leaves the mark of somebody who is signed in. */
export function passMark(cookies: string, origin: string): string[] {
  const present = markIn(cookies);
  return present === undefined || present === "pass" ? guestMark(cookies, origin) : [];
}

/** Ends the mark, whatever it says. */
export function noMark(origin: string): string {
  return mark("", origin, 0);
}

/**
 * Whether a browser says that it holds a pass of a desk, or that somebody is signed in. It proves nothing: anybody can
 * send it.
 */
export function isOfOrganiser(cookies: string | undefined): boolean {
  return markIn(cookies) !== undefined || bringsPasses(cookies);
}

function markIn(cookies: string | undefined): string | undefined {
  return /(?:^|;)\s*signed-in=(\w+)/.exec(cookies ?? "")?.[1];
}

/** @param maxAge in seconds; without it the cookie ends with the browser */
function mark(value: string, origin: string, maxAge?: number): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=/${age}; SameSite=Lax${secure}`;
}
