import { scryptSync } from "node:crypto";
import { hashPassword as hashAsBefore } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePasswordsCheap } from "../../tests/support/cheap-passwords.ts";
import { hashPassword, isOutdated, refuseWhileBusy, verifyPassword } from "./password-hash.ts";

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

  it("wait for each other, and a crowd is told to come again", async () => {
    makePasswordsCheap(true);
    expect(refuseWhileBusy()).toBeNull();
    const more = Array.from({ length: 22 }, () => hashPassword(PASSWORD));
    expect(refuseWhileBusy()).toMatchObject({ refusal: { reason: "site-busy" } });
    await Promise.all(more);
    expect(refuseWhileBusy()).toBeNull();
  });
});
