import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { createTestGuesses } from "../../tests/support/guesses.ts";
import { createGuessLimiter } from "./guess-limit.ts";
import { NO_GUESS_TALLY } from "./guess-tally.ts";

const MISSES = 40;
const WINDOW_MS = 300_000;

const miss = async () => refuse({ reason: "entry-not-found" });
const hit = async () => accept("scope");
const ambiguous = async () => refuse({ reason: "entry-code-ambiguous" });

const database = await createTestDatabase();
const { tally, pass, forgive } = createTestGuesses(database.db);
const limited = createGuessLimiter(tally);

afterAll(() => database.close());

beforeEach(forgive);

async function missOften(address: string, times: number, limiter = limited): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await limiter.attempt(address, miss)).ok).toBe(false);
}

describe("whoever guesses codes", () => {
  it("is told to wait after 40 misses, and how long, without another look-up", async () => {
    await missOften("192.0.2.1", MISSES);
    const prove = vi.fn(hit);
    expect(await limited.attempt("192.0.2.1", prove)).toEqual({
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
    await pass(WINDOW_MS - 1000);
    expect(await limited.attempt("192.0.2.1", hit)).toMatchObject({
      refusal: { fields: { entryCode: [{ params: { seconds: 1 } }] } },
    });
    await pass(1001);
    expect(await limited.attempt("192.0.2.1", hit)).toEqual({ ok: true, value: "scope" });
  });

  it("keeps nobody at another address from theirs", async () => {
    await missOften("192.0.2.1", MISSES);
    expect((await limited.attempt("192.0.2.2", hit)).ok).toBe(true);
  });
});

describe("whoever knows a code", () => {
  it("is never counted, nor is a code that two raffles hold", async () => {
    for (let n = 0; n < 3 * MISSES; n += 1) {
      expect((await limited.attempt("192.0.2.1", hit)).ok).toBe(true);
      expect(await limited.attempt("192.0.2.1", ambiguous)).toEqual({
        ok: false,
        refusal: { reason: "entry-code-ambiguous" },
      });
    }
  });

  it("is not counted when the look-up fails: that is our fault", async () => {
    const fail = () => Promise.reject(new Error("database away"));
    for (let n = 0; n < 2 * MISSES; n += 1)
      await expect(limited.attempt("192.0.2.1", fail)).rejects.toThrow("database away");
    expect((await limited.attempt("192.0.2.1", hit)).ok).toBe(true);
  });
});

describe("a limiter that is switched off", () => {
  it("lets every try pass", async () => {
    const limiter = createGuessLimiter(NO_GUESS_TALLY);
    await missOften("192.0.2.1", 3 * MISSES, limiter);
    expect((await limiter.attempt("192.0.2.1", hit)).ok).toBe(true);
  });
});
