import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CLEAR_LETTERS_AND_DIGITS } from "#src/base/codes.ts";
import { codeOfStep, slotKey } from "./screen-keys.ts";
import { charactersOf, messageOf, SLOT_MS, STEP_MS, slotOf, stepAt, truncated } from "./totp.ts";

/** RFC 6238, appendix B: eight digits at these seconds. */
const VECTORS = {
  sha1: ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"],
  sha256: ["46119246", "68084774", "67062674", "91819424", "90698825", "77737706"],
} as const;
const SECONDS = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000];
const KEYS = { sha1: "12345678901234567890", sha256: "12345678901234567890123456789012" } as const;

describe.each(["sha1", "sha256"] as const)("with %s", (hash) => {
  it("makes the numbers of RFC 6238, in Node and as browsers do", async () => {
    const key = Buffer.from(KEYS[hash]);
    const algorithm = { name: "HMAC", hash: hash === "sha1" ? "SHA-1" : "SHA-256" };
    const webKey = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
    const digits = (mac: Uint8Array) => String(truncated(mac) % 1e8).padStart(8, "0");
    const steps = SECONDS.map((seconds) => stepAt(seconds * 1000));
    expect(steps.map((step) => digits(createHmac(hash, key).update(messageOf(step)).digest()))).toEqual(VECTORS[hash]);
    const web = steps.map(async (step) =>
      digits(new Uint8Array(await crypto.subtle.sign("HMAC", webKey, messageOf(step)))),
    );
    expect(await Promise.all(web)).toEqual(VECTORS[hash]);
  });
});

it("writes the last 30 bits as six characters", () => {
  expect(charactersOf(0, CLEAR_LETTERS_AND_DIGITS)).toBe("AAAAAA");
  expect(charactersOf(0x7fffffff, CLEAR_LETTERS_AND_DIGITS)).toBe("999999");
  expect(charactersOf(1, CLEAR_LETTERS_AND_DIGITS)).toBe("AAAAAB");
});

it("has other codes for another screen and another half hour, and one key for all steps between", () => {
  const station = Buffer.alloc(32, 7);
  const step = 100 * (SLOT_MS / STEP_MS);
  const code = codeOfStep(slotKey(station, "a", slotOf(step)), step);
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
  expect(codeOfStep(slotKey(station, "b", slotOf(step)), step)).not.toBe(code);
  expect(slotOf(step + SLOT_MS / STEP_MS - 1)).toBe(slotOf(step));
  expect(slotKey(station, "a", slotOf(step) + 1)).not.toEqual(slotKey(station, "a", slotOf(step)));
});
