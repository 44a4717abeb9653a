import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SECRET_KEY, SITE_KEY } from "../../../../tests/support/draws.ts";
import { consentOf, faultOfChain, faultOfConsents, hashOfAnnouncement, signReplacement } from "./replacement-proof.ts";

const LOCK = "ab".repeat(32);
const KEY = "0123456789abcdef0123456789abcdef";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const one = signReplacement(
  {
    ...{ prizeCode: "HAM", from: 4, to: null, reason: "withdrew", note: "Ñ", at: "2026-01-05T00:00:00Z" },
    ...{ announced: "", consent: consentOf({ key: KEY, lock: LOCK, prizeCode: "HAM" }), previous: LOCK },
  },
  SECRET_KEY,
);

describe("what anybody can make again", () => {
  it("is a consent, from the key of a winner's seal", () => {
    const text = `{"consent":"withdraw","key":"${KEY}","lock":"${LOCK}","prizeCode":"HAM"}`;
    expect(one.consent).toBe(sha256(text));
  });

  it("is the hash of an announcement", () => {
    const announced = { ...one, at: "2026-01-01T00:00:00Z" };
    const text = `{"at":"2026-01-01T00:00:00Z","from":4,"note":"Ñ","prizeCode":"HAM","reason":"withdrew"}`;
    expect(hashOfAnnouncement(announced)).toBe(sha256(text));
  });
});

describe("a replacement", () => {
  const faultOf = (changes: object, previous = LOCK, siteKey: string = SITE_KEY) =>
    faultOfChain({ ...one, ...changes }, "it", { previous, siteKey });

  it("is signed, and follows the one before", () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({}, "cd".repeat(32))).toMatchObject({ rule: "equal", where: "it.previous" });
    expect(faultOf({ to: 3 })).toMatchObject({ rule: "signature", where: "it.signature" });
  });

  it("that somebody did not agree to is known to them alone", () => {
    const of = (ticket: number, key: string) => faultOfConsents([one], { ticket, key, lock: LOCK });
    expect(of(4, KEY)).toBeUndefined();
    expect(of(4, "f".repeat(32))).toMatchObject({ rule: "own-consent", where: "replacements[0].consent" });
    expect(of(5, "f".repeat(32))).toBeUndefined();
  });
});
