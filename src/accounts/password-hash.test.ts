import { scryptSync } from "node:crypto";
import { hashPassword as hashAsBefore } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accept } from "#src/base/outcome.ts";
import { makePasswordsCheap } from "../../tests/support/cheap-passwords.ts";
import { hashPassword, inHashQueue, isOutdated, verifyPassword } from "./password-hash.ts";

const PASSWORD = "mango street at noon";

beforeAll(() => makePasswordsCheap(false));
afterAll(() => makePasswordsCheap(true));

describe("stored passwords", () => {
  it("cost what OWASP asks for, have a salt of their own, and are known again", async () => {
    const [hash, another] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    const [, , , salt = "", key = ""] = hash.split("$");
    const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
    expect(scryptSync(PASSWORD, Buffer.from(salt, "base64"), 32, cost)).toEqual(Buffer.from(key, "base64"));
    expect(another).not.toBe(hash);
    expect(isOutdated(hash)).toBe(false);
    expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
    expect(await verifyPassword({ hash, password: `${PASSWORD} ` })).toBe(false);
  });

  it("are the same password however its letters are composed", async () => {
    const hash = await hashPassword("Pin\u0303a colada at noon");
    expect(await verifyPassword({ hash, password: "Pi\u00f1a colada at noon" })).toBe(true);
  });

  it("of before are known too, and are to be replaced", async () => {
    const hash = await hashAsBefore(PASSWORD);
    expect(isOutdated(hash)).toBe(true);
    expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
    expect(await verifyPassword({ hash, password: "not this one" })).toBe(false);
  });

  it("are hashed two at a time", async () => {
    let done = 0;
    const mostMemory = () => process.memoryUsage().rss;
    const before = mostMemory();
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, mostMemory());
    }, 5);
    const crowd = Array.from({ length: 6 }, () => hashPassword(PASSWORD).then(() => (done += 1)));
    await crowd[0];
    // The others did not run at the same time: six on four threads would finish four at a time.
    expect(done).toBeLessThanOrEqual(2);
    await Promise.all(crowd);
    clearInterval(watch);
    // Two need 256 MiB, four would need 512.
    expect(peak - before).toBeLessThan(400 * 2 ** 20);
  }, 60_000);

  describe("wait for each other, and of a crowd that comes at once", () => {
    const hash = async () => accept(await hashPassword(PASSWORD));
    const served = (outcomes: readonly { readonly ok: boolean }[]) => outcomes.filter(({ ok }) => ok).length;
    const crowd = (who: "anybody" | "holder") => Array.from({ length: 30 }, () => inHashQueue(who, hash));

    it("22 are served, and the others asked to come again", async () => {
      makePasswordsCheap(true);
      const outcomes = await Promise.all(crowd("holder"));
      expect(served(outcomes)).toBe(22);
      expect(outcomes.at(-1)).toMatchObject({ refusal: { reason: "site-busy" } });
      expect(await inHashQueue("holder", hash)).toMatchObject({ ok: true });
    });

    it("those who register take half of the places, so that others sign in", async () => {
      makePasswordsCheap(true);
      const [strangers, holders] = [crowd("anybody"), crowd("holder")];
      expect(served(await Promise.all(strangers))).toBe(11);
      expect(served(await Promise.all(holders))).toBe(11);
    });

    it("one that fails leaves its place to others", async () => {
      makePasswordsCheap(true);
      const fail = () => inHashQueue("anybody", () => Promise.reject(new Error("no database")));
      await Promise.allSettled(Array.from({ length: 30 }, fail));
      expect(served(await Promise.all(crowd("anybody")))).toBe(11);
    });
  });
});
