import { DAY_MS } from "#src/base/clock.ts";
import type { MessageKey } from "#src/base/refusal.ts";
import type { Config } from "#src/config/config.ts";
import { isPrivateHost } from "#src/contact/private-host.ts";

// URL parsers accept spaces, line breaks and backslashes, and each parser differs. So refuse them all.
const PLAIN_URL = /^https?:\/\/[^\s\\]+$/i;

const FIRST_DELAY_SECONDS = 10;
/** Each delay is so many times the one before: 10 s, 30 s, 1.5 min … 4 h, which are a dozen attempts in a day. */
const GROWTH = 3;
const LONGEST_DELAY_SECONDS = 4 * 3600;

const FIRST_PAUSE_SECONDS = 5;
/** A receiver that is back gets everything that waits within this time. */
const LONGEST_PAUSE_SECONDS = 600;

/** Svix, who wrote much of Standard Webhooks, switch off after the same time. */
const OFF_AFTER_DAYS = 5;

/** 410: the receiver wants no more (Standard Webhooks, "Operational considerations"). */
const GONE = "410";

/**
 * What is wrong with an endpoint's address, as a key of the `messages` catalogue; null if nothing is. It says nothing
 * of what a name resolves to: that is checked at each attempt (post.ts).
 */
export function targetFault(typed: string, targets: Config["webhookTargets"]): MessageKey | null {
  if (!PLAIN_URL.test(typed) || !URL.canParse(typed)) return "linkInvalid";
  const url = new URL(typed);
  if (url.username !== "" || url.password !== "") return "linkWithPassword";
  if (targets === "any") return null;
  if (url.protocol !== "https:") return "linkNotHttps";
  return isPrivateHost(url.hostname) ? "webhookPrivate" : null;
}

/** Why a message had no answer. The desk has a sentence for each: `log.noAnswer` in `webhooks.json`. */
export const NO_ANSWERS = [
  "address-refused",
  "name-unknown",
  "certificate-wrong",
  "too-slow",
  "no-answer",
  // The site could not write it.
  "not-composed",
] as const;

export type NoAnswer = (typeof NO_ANSWERS)[number];

/** Whether what is stored of an answer says why there was none; else it is a status. */
export function isNoAnswer(answer: string): answer is NoAnswer {
  return NO_ANSWERS.some((each) => each === answer);
}

/** Seconds until a delivery is tried again. */
export function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * GROWTH ** (attempts - 1), LONGEST_DELAY_SECONDS);
}

/** Seconds for which a failing endpoint gets nothing at all: its other deliveries would only fail too. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), LONGEST_PAUSE_SECONDS);
}

/** Whether an answer means that the receiver took the message. A redirect is none. */
export function isTaken(answer: string): boolean {
  return /^2\d\d$/.test(answer);
}

/** Whether an endpoint is switched off after a failure. */
export function isOver(answer: string, failingForMs: number): boolean {
  return answer === GONE || failingForMs > OFF_AFTER_DAYS * DAY_MS;
}

/** Whether an answer's body repeats a challenge: as plain text, or as the field `challenge` of a JSON object. */
export function isEcho(body: string, challenge: string): boolean {
  if (body.trim() === challenge) return true;
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null && "challenge" in parsed && parsed.challenge === challenge;
  } catch {
    return false;
  }
}
