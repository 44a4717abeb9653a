import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { createGuessLimiter, type GuessLimiter } from "./guess-limit.ts";

const MISSES = 40;
const WINDOW_MS = 300_000;

const miss = async () => refuse({ reason: "entry-not-found" });
const hit = async () => accept("scope");
const ambiguous = async () => refuse({ reason: "entry-code-ambiguous" });

let limiter: GuessLimiter;

beforeEach(() => {
  vi.useFakeTimers();
  limiter = createGuessLimiter(true);
});

afterEach(() => {
  vi.useRealTimers();
});

async function missOften(address: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await limiter.attempt(address, miss)).ok).toBe(false);
}

describe("whoever guesses codes", () => {
  it("is told to wait after 40 misses, and how long, without another look-up", async () => {
    await missOften("192.0.2.1", MISSES);
    const prove = vi.fn(hit);
    expect(await limiter.attempt("192.0.2.1", prove)).toEqual({
      ok: false,
      refusal: {
        reason: "too-many-requests",
        fields: { entryCode: [{ key: "tooManyRequests", params: { seconds: 300 } }] },
      },
    });
    expect(prove).not.toHaveBeenCalled();
  });

  it("may go on when the time is over, which tries in between do not lengthen", async () => {
    await missOften("192.0.2.1", MISSES);
    await vi.advanceTimersByTimeAsync(WINDOW_MS - 1000);
    expect(await limiter.attempt("192.0.2.1", hit)).toMatchObject({
      refusal: { fields: { entryCode: [{ params: { seconds: 1 } }] } },
    });
    await vi.advanceTimersByTimeAsync(1001);
    expect(await limiter.attempt("192.0.2.1", hit)).toEqual({ ok: true, value: "scope" });
  });

  it("keeps nobody at another address from theirs", async () => {
    await missOften("192.0.2.1", MISSES);
    expect((await limiter.attempt("192.0.2.2", hit)).ok).toBe(true);
  });
});

describe("whoever knows a code", () => {
  it("is never counted, nor is a code that two raffles hold", async () => {
    for (let n = 0; n < 3 * MISSES; n += 1) {
      expect((await limiter.attempt("192.0.2.1", hit)).ok).toBe(true);
      expect(await limiter.attempt("192.0.2.1", ambiguous)).toEqual({
        ok: false,
        refusal: { reason: "entry-code-ambiguous" },
      });
    }
  });

  it("is not counted when the look-up fails: that is our fault", async () => {
    const fail = () => Promise.reject(new Error("database away"));
    for (let n = 0; n < 2 * MISSES; n += 1)
      await expect(limiter.attempt("192.0.2.1", fail)).rejects.toThrow("database away");
    expect((await limiter.attempt("192.0.2.1", hit)).ok).toBe(true);
  });
});

describe("a limiter that is switched off", () => {
  it("lets every try pass", async () => {
    limiter = createGuessLimiter(false);
    await missOften("192.0.2.1", 3 * MISSES);
    expect((await limiter.attempt("192.0.2.1", hit)).ok).toBe(true);
  });
});
