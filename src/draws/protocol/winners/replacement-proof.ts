import { hashOf } from "#src/base/hashing/sha256.ts";
import type { Fault } from "../format/fault.ts";
import { faultOfDifference, faultOfValue, type Kind, oneOf, time } from "../format/members.ts";
import { faultOfSignature, signObject } from "../format/signature.ts";
import { secondsOf, timeOf } from "../format/times.ts";
import { OBJECTION_SECONDS, type Replacement, type ReplacementProof } from "./replacements.ts";

/** A replacement of /2. */
export type ProvedReplacement = Replacement & ReplacementProof;

/** What everybody reads of a replacement that comes: `at` is when it was announced. */
export type AnnouncedReplacement = Pick<Replacement, "prizeCode" | "from" | "reason" | "note" | "at">;

/** The hash by which the log knows an announcement. */
export function hashOfAnnouncement({ prizeCode, from, reason, note, at }: AnnouncedReplacement): string {
  return hashOf({ prizeCode, from, reason, note, at });
}

/**
 * What says that a winner gives a prize back.
 *
 * @param key of the winner's seal, which only they and the site know
 * @param lock the lock hash
 */
export function consentOf({ key, lock, prizeCode }: { key: string; lock: string; prizeCode: string }): string {
  return hashOf({ consent: "withdraw", key, lock, prizeCode });
}

/** A fault where replacements say that the holder of a ticket agreed, who never did: only their key makes a consent. */
export function faultOfConsents(
  replacements: readonly Replacement[],
  { ticket, key, lock }: { ticket: number; key: string; lock: string },
): Fault | undefined {
  for (const [index, { from, prizeCode, consent }] of replacements.entries()) {
    if (from !== ticket || !consent) continue;
    const expected = consentOf({ key, lock, prizeCode });
    if (consent !== expected) {
      return { rule: "own-consent", where: `replacements[${index}].consent`, expected, found: consent };
    }
  }
  return undefined;
}

/** Signs a replacement with the key that signed the lock. */
export function signReplacement(one: Omit<ProvedReplacement, "signature">, secretKey: Uint8Array): ProvedReplacement {
  return { ...one, signature: signObject(one, secretKey) };
}

/** Whether a replacement that was read is one of /2. */
export function isProved(one: Replacement): one is ProvedReplacement {
  return one.signature !== undefined;
}

/** A fault where a replacement does not follow the one before it (`previous`), or is not signed. */
export function faultOfChain(
  { signature, ...signed }: ProvedReplacement,
  where: string,
  { previous, siteKey }: { previous: string; siteKey: unknown },
): Fault | undefined {
  const fault =
    faultOfDifference(`${where}.previous`, previous, signed.previous) ?? faultOfSignature(signed, signature, siteKey);
  return fault?.rule === "signature" ? { ...fault, where: `${where}.signature` } : fault;
}

/** Whether the holder agreed, or could object for some days. */
export function faultOfProof(
  one: ProvedReplacement,
  where: string,
  { at, since }: { at: number; since: number },
): Fault | undefined {
  const { reason, announced, consent } = one;
  const isAgreed = reason === "withdrew" && consent !== "";
  if (consent !== "" && !isAgreed) return faultOfValue(`${where}.consent`, consent, EMPTY);
  if (isAgreed || reason === "unclaimed") return faultOfValue(`${where}.announced`, announced, EMPTY);
  const fault = faultOfValue(`${where}.announced`, announced, time);
  if (fault) return fault;
  const from = secondsOf(announced) ?? 0;
  if (from < since) {
    const expected = `≥ ${timeOf(since)}`;
    return { rule: "announced-while-holder", where: `${where}.announced`, expected, found: announced };
  }
  if (at < from + OBJECTION_SECONDS) {
    const expected = `≥ ${timeOf(from + OBJECTION_SECONDS)}`;
    return { rule: "days-to-object", where: `${where}.at`, expected, found: one.at };
  }
  return undefined;
}

const EMPTY: Kind = oneOf("");
