import { describe, expect, it } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { createOrganiserGuesses } from "./organiser-guesses.ts";

const miss = async () => refuse({ reason: "access-code-mismatch" } as const);
const hit = async () => accept("scope");
const who = (address: string, subjectId = "one") => ({ address, subjectId });

function setup(enabled = true) {
  const time = { now: 1_000_000 };
  return { time, guesses: createOrganiserGuesses(enabled, () => time.now) };
}

describe("whoever guesses access codes", () => {
  it("waits longer and longer, and is told how long", async () => {
    const { time, guesses } = setup();
    for (let n = 0; n < 11; n += 1) await guesses.attempt(who("192.0.2.1"), miss);
    for (const seconds of [5, 10, 20]) {
      expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({
        refusal: {
          reason: "too-many-requests",
          fields: { accessCode: [{ key: "tooManyCodes", params: { seconds } }] },
        },
      });
      time.now += seconds * 1000;
      expect(await guesses.attempt(who("192.0.2.1"), miss)).toMatchObject({
        refusal: { reason: "access-code-mismatch" },
      });
    }
  });

  it("gets no more tries by sending them all at once", async () => {
    const { guesses } = setup();
    let compared = 0;
    const slow = async () => {
      compared += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return refuse({ reason: "access-code-mismatch" } as const);
    };
    await Promise.all(Array.from({ length: 500 }, () => guesses.attempt(who("192.0.2.1"), slow)));
    expect(compared).toBe(11);
  });

  it("gets no more tries by coming from a thousand addresses", async () => {
    const { guesses } = setup();
    let compared = 0;
    for (let n = 0; n < 1000; n += 1) {
      await guesses.attempt(who(`2001:db8:${n.toString(16)}::1`), async () => {
        compared += 1;
        return miss();
      });
    }
    expect(compared).toBe(21);
    expect(await guesses.attempt(who("192.0.2.1", "another"), hit)).toMatchObject({ ok: true });
  });

  it("is forgiven after a day", async () => {
    const { time, guesses } = setup();
    for (let n = 0; n < 11; n += 1) await guesses.attempt(who("192.0.2.1"), miss);
    time.now += 86_400_000;
    for (let n = 0; n < 10; n += 1) await guesses.attempt(who("192.0.2.1"), miss);
    expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
  });
});

describe("whoever knows a code", () => {
  it("is never counted, nor when the look-up fails", async () => {
    const { guesses } = setup();
    const fail = () => Promise.reject(new Error("database away"));
    for (let n = 0; n < 50; n += 1) {
      expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
      await expect(guesses.attempt(who("192.0.2.1"), fail)).rejects.toThrow("database away");
    }
  });

  it("does not forgive the misses of before", async () => {
    const { guesses } = setup();
    for (let n = 0; n < 10; n += 1) {
      await guesses.attempt(who("192.0.2.1"), miss);
      await guesses.attempt(who("192.0.2.1"), hit);
    }
    await guesses.attempt(who("192.0.2.1"), miss);
    expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: false });
  });
});

it("lets every try pass where it is switched off", async () => {
  const { guesses } = setup(false);
  for (let n = 0; n < 100; n += 1) await guesses.attempt(who("192.0.2.1"), miss);
  expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
});
