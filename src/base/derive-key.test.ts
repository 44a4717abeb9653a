import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { deriveKey, signingKey } from "./derive-key.ts";

const SECRET = Buffer.alloc(32, 7);

it("derives for ever the same key for a purpose, by RFC 5869", () => {
  const key = deriveKey(SECRET, "guess-tally/1");
  expect(key.toString("hex")).toBe("60576c661c7e582cde53b7c59559958ce300971c1db6183993fa070306a58087");
  // The two steps of the RFC, without a salt, for a key as long as one hash.
  const extracted = createHmac("sha256", Buffer.alloc(32)).update(SECRET).digest();
  expect(key).toEqual(createHmac("sha256", extracted).update("guess-tally/1\x01").digest());
});

it("derives another for another purpose, and of another secret", () => {
  const keys = [
    deriveKey(SECRET, "robot puzzle/1"),
    deriveKey(SECRET, "robot puzzle/2"),
    deriveKey(Buffer.alloc(32, 8), "robot puzzle/1"),
  ];
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(3);
});

it("signs with the same key, each secret with its own", () => {
  for (const secret of [SECRET, Buffer.alloc(32, 8), SECRET]) {
    expect(signingKey(secret, "entry-link/1").export()).toEqual(deriveKey(secret, "entry-link/1"));
  }
  expect(signingKey(SECRET, "entry-link/1")).toBe(signingKey(SECRET, "entry-link/1"));
  expect(signingKey(SECRET, "entry-link/2").export()).toEqual(deriveKey(SECRET, "entry-link/2"));
});
