import { createPublicKey, sign, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#src/base/canonical-json.ts";
import { SECRET_KEY, SITE_KEY } from "../../../../tests/support/draws.ts";
import { faultOfReceipt } from "../list/receipt.ts";
import { faultOfSignature, signObject } from "./signature.ts";

const { Point } = ed25519;
const L = Point.Fn.ORDER;
const OBJECT = { b: 1, a: "ñ" };
const MESSAGE = utf8ToBytes(canonicalJson(OBJECT));
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** The point of order 8 whose y is the smaller of two. */
const TORSION = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");

function number(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes.toReversed())}`);
}

function bytes(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, "0")).toReversed();
}

/** Signs with any R that is added to, and any key, as no honest signer does. */
function forge(addedToR: InstanceType<typeof Point>, addedToKey: InstanceType<typeof Point>, nonce: bigint) {
  const secret = 12345n;
  const key = Point.BASE.multiply(secret).add(addedToKey).toBytes();
  const r = Point.BASE.multiply(nonce).add(addedToR).toBytes();
  const k = number(sha512(concatBytes(r, key, MESSAGE))) % L;
  return { key: bytesToHex(key), signature: bytesToHex(concatBytes(r, bytes((nonce + k * secret) % L))) };
}

describe("a signature of an object", () => {
  it("is that of its canonical JSON, as others make and verify it", () => {
    const signature = signObject(OBJECT, SECRET_KEY);
    const publicKey = createPublicKey({
      key: Buffer.concat([SPKI, hexToBytes(SITE_KEY)]),
      format: "der",
      type: "spki",
    });
    expect(verify(null, Buffer.from('{"a":"ñ","b":1}'), publicKey, hexToBytes(signature))).toBe(true);
    const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), SECRET_KEY]);
    const theirs = sign(null, MESSAGE, { key: pkcs8, format: "der", type: "pkcs8" }).toString("hex");
    expect(theirs).toBe(signature);
    expect(faultOfSignature({ a: "ñ", b: 1 }, signature, SITE_KEY)).toBeUndefined();
  });

  it("is no more with any bit of it, of its key or of the object changed", () => {
    const signature = signObject(OBJECT, SECRET_KEY);
    fc.assert(
      fc.property(fc.nat(63), fc.nat(7), (at, bit) => {
        const changed = hexToBytes(signature);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(faultOfSignature(OBJECT, bytesToHex(changed), SITE_KEY)).toMatchObject({ rule: "signature" });
        const key = hexToBytes(SITE_KEY);
        key[at % 32] = (key[at % 32] ?? 0) ^ (1 << bit);
        expect(faultOfSignature(OBJECT, signature, bytesToHex(key))).toBeDefined();
      }),
      { numRuns: 40 },
    );
    expect(faultOfSignature({ ...OBJECT, b: 2 }, signature, SITE_KEY)).toMatchObject({ rule: "signature" });
  });

  it("has an S below the order, so that there is no second spelling of it", () => {
    const signature = hexToBytes(signObject(OBJECT, SECRET_KEY));
    const beyond = concatBytes(signature.subarray(0, 32), bytes(number(signature.subarray(32)) + L));
    expect(faultOfSignature(OBJECT, bytesToHex(beyond), SITE_KEY)).toMatchObject({ rule: "signature" });
  });

  it("is not one that only the equation with the cofactor takes", () => {
    for (let nonce = 1n; nonce < 5n; nonce += 1n) {
      const { key, signature } = forge(TORSION, Point.ZERO, nonce);
      // The control: the library's own verification lets it pass.
      expect(ed25519.verify(hexToBytes(signature), MESSAGE, hexToBytes(key))).toBe(true);
      expect(faultOfSignature(OBJECT, signature, key)).toMatchObject({ rule: "signature" });
    }
  });

  it("passes under a key with a small part exactly where OpenSSL lets it pass", () => {
    let passed = 0;
    for (let nonce = 1n; nonce <= 32n; nonce += 1n) {
      const { key, signature } = forge(Point.ZERO, TORSION, nonce);
      const publicKey = createPublicKey({ key: Buffer.concat([SPKI, hexToBytes(key)]), format: "der", type: "spki" });
      const theirs = verify(null, MESSAGE, publicKey, hexToBytes(signature));
      expect(faultOfSignature(OBJECT, signature, key) === undefined).toBe(theirs);
      passed += Number(theirs);
    }
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThan(32);
  });

  it.each([
    ["the neutral point", `01${"0".repeat(62)}`],
    ["a point of order 8", TORSION.toHex()],
    ["the neutral point in a second spelling", `01${"0".repeat(60)}80`],
    ["y = p, a second spelling of 0", `ed${"f".repeat(60)}7f`],
    ["y = p + 1, a second spelling of 1", `ee${"f".repeat(60)}7f`],
    ["no point", `02${"0".repeat(62)}`],
  ])("is believed of no key that is %s", (_name, key) => {
    // S = 0 and R neutral: with a key of small order that signs everything.
    const signature = `01${"0".repeat(62)}${"0".repeat(64)}`;
    expect(faultOfSignature(OBJECT, signature, key)).toMatchObject({ rule: "key" });
  });

  it.each([
    ["an R in a second spelling", `ee${"f".repeat(60)}7f${"0".repeat(64)}`],
    ["an R that is no point", `02${"0".repeat(62)}${"0".repeat(64)}`],
  ])("has not %s", (_name, signature) => {
    expect(faultOfSignature(OBJECT, signature, SITE_KEY)).toMatchObject({ rule: "signature" });
  });

  it.each([[undefined], [1], ["ab"], ["AB".repeat(64)]])("is not %j", (signature) => {
    expect(faultOfSignature(OBJECT, signature, SITE_KEY)).toMatchObject({ rule: "value", where: "signature" });
    expect(faultOfSignature(OBJECT, signObject(OBJECT, SECRET_KEY), signature)).toMatchObject({ where: "siteKey" });
  });
});

describe("a receipt", () => {
  const receipt = {
    raffle: "FIESTA26",
    entryCode: "ABCDEFGH",
    seal: "0".repeat(64),
    wishes: ["RICE"],
    rules: [1, 3],
    at: "2023-08-23T14:00:00Z",
  };

  it("is signed with the site's key, and says nothing else", () => {
    const signature = signObject(receipt, SECRET_KEY);
    expect(faultOfReceipt(receipt, signature, SITE_KEY)).toBeUndefined();
    expect(faultOfReceipt({ ...receipt, rules: [1] }, signature, SITE_KEY)).toMatchObject({ rule: "signature" });
    expect(faultOfReceipt({ ...receipt, more: 1 }, signature, SITE_KEY)).toMatchObject({ rule: "members" });
    expect(faultOfReceipt({ ...receipt, at: "today" }, signature, SITE_KEY)).toMatchObject({ where: "receipt.at" });
  });
});
