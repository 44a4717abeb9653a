import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { NO_LIMITS, SPARED } from "#src/rate-limits/strangers-limits.ts";
import { countedDownFrom, createTestAttempts } from "../../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../../tests/support/database.ts";
import { solveForApi } from "../../../tests/support/robot-puzzle.ts";
import { createEntryCodeAttempts, ENTRY_CODES } from "./entry-code-attempts.ts";

const miss = async () => refuse({ reason: "entry-not-found" });
const hit = async () => accept("scope");
const ambiguous = async () => refuse({ reason: "entry-code-ambiguous" });

const database = await createTestDatabase();
const { limits, pass, forgive } = createTestAttempts(database.db);
const limited = createEntryCodeAttempts(limits);
const { site } = ENTRY_CODES;

afterAll(() => database.close());

beforeEach(forgive);

const isMinutes = (seconds: number) => seconds <= SPARED.atOnce.windowMs / 1000;
const from = (address: string, solution?: string) => ({ address, solution, entryCode: "KAPITBSG" });

async function challengeOf(address: string) {
  const outcome = await limited.attempt(from(address), hit);
  if (outcome.ok || !("challenge" in outcome.refusal)) throw new Error("No puzzle was asked for.");
  return outcome.refusal;
}

describe("whoever guesses codes", () => {
  it("is asked for a puzzle after 15 failures from one network in six hours, without another look-up, and then it is harder", async () => {
    for (let n = 0; n < site.free; n += 1) {
      // Each from another /64 of one /48.
      expect(await limited.attempt(from(`2001:db8:7:${n}::1`), miss)).toMatchObject({
        refusal: { reason: "entry-not-found" },
      });
    }
    const prove = vi.fn(hit);
    expect(await limited.attempt(from("2001:db8:7:ffff::1"), prove)).toMatchObject({
      refusal: { reason: "challenge-required" },
    });
    expect(prove).not.toHaveBeenCalled();
    const asked = await challengeOf("2001:db8:7:ffff::1");
    expect(asked.seconds).toSatisfy(countedDownFrom(24 * 60));
    expect(asked.challenge.parameters.data).toMatchObject({ entryCode: "KAPITBSG", puzzleCost: 1 });
    for (let n = 0; n < site.doublesAfter; n += 1) await limited.countFailure(`2001:db8:7:${n}::1`);
    expect((await challengeOf("2001:db8:7:ffff::1")).challenge.parameters.data).toMatchObject({ puzzleCost: 2 });
    await pass(site.windowMs);
    expect(await limited.attempt(from("2001:db8:7:ffff::1"), hit)).toEqual(accept("scope"));
  });

  it("makes no network pay that was not wrong, and hardly one that was wrong a few times", async () => {
    for (let n = 0; n < site.free + site.doublesAfter; n += 1) {
      for (let times = 0; times < 3; times += 1) await limited.countFailure(`2001:db8:${n}::1`);
    }
    const one = from("203.0.113.1");
    for (let n = 0; n < 3; n += 1) {
      expect(await limited.attempt(one, hit)).toEqual(accept("scope"));
      expect(await limited.attempt({ ...one, entryCode: "WRONGCOD" }, miss)).toMatchObject({
        refusal: { reason: "entry-not-found" },
      });
    }
    const asked = await limited.attempt({ ...one, entryCode: "OTHERCOD" }, hit);
    expect(asked).toMatchObject({ refusal: { reason: "challenge-required", seconds: expect.toSatisfy(isMinutes) } });
    // Its network knows this code, and so is asked nothing for it.
    expect(await limited.attempt(one, hit)).toEqual(accept("scope"));
    await pass(SPARED.atOnce.windowMs);
    expect(await limited.attempt({ ...one, entryCode: "OTHERCOD" }, hit)).toEqual(accept("scope"));
  });

  it("is walled out nowhere: who is right gets in with the puzzle, from the address that guessed too", async () => {
    for (let n = 0; n < site.free; n += 1) await limited.attempt(from("192.0.2.1"), miss);
    const solution = await solveForApi((await challengeOf("192.0.2.1")).challenge);
    expect(await limited.attempt(from("192.0.2.1", solution), hit)).toEqual(accept("scope"));
    // The solution is bound to one code.
    const other = { ...from("192.0.2.1", solution), entryCode: "OTHERCOD" };
    expect(await limited.attempt(other, hit)).toMatchObject({ refusal: { reason: "challenge-required" } });
  });
});

describe("whoever knows a code", () => {
  it("is never counted, nor is a code that two raffles hold", async () => {
    for (let n = 0; n < 3 * site.free; n += 1) {
      expect((await limited.attempt(from("192.0.2.1"), hit)).ok).toBe(true);
      expect(await limited.attempt(from("192.0.2.1"), ambiguous)).toEqual(refuse({ reason: "entry-code-ambiguous" }));
    }
  });

  it("is not counted when the look-up fails: that is our fault", async () => {
    const fail = () => Promise.reject(new Error("database away"));
    for (let n = 0; n < 2 * site.free; n += 1)
      await expect(limited.attempt(from("192.0.2.1"), fail)).rejects.toThrow("database away");
    expect((await limited.attempt(from("192.0.2.1"), hit)).ok).toBe(true);
  });
});

describe("whoever asks about several codes", () => {
  const { free } = ENTRY_CODES.network;
  const [right, wrong] = ["RIGHTCOD", (count: number) => Array.from({ length: count }, (_, n) => `WRONG${n}`)];
  const find = async () => new Map([[right, "scope"]]);

  it.each([
    [[...wrong(free), right], false],
    [[right, ...wrong(free)], true],
    [[...wrong(free - 1), right], true],
    [wrong(free), true],
    [wrong(free + 1), false],
  ])(
    "is answered where each of them would be on an entry's page, tried in turn: case %#",
    async (codes, isAnswered) => {
      const onPage: Awaited<ReturnType<typeof limited.attempt>>[] = [];
      for (const entryCode of codes) {
        onPage.push(await limited.attempt({ address: "192.0.2.1", entryCode }, entryCode === right ? hit : miss));
      }
      const refused = onPage.some((one) => !one.ok && one.refusal.reason === "challenge-required");
      expect(refused).toBe(!isAnswered);
      const asked = await limited.attemptAll("198.51.100.1", codes, find);
      expect(asked.ok || asked.refusal.reason).toBe(isAnswered || "too-many-requests");
    },
  );
});

it("lets every try pass where limits are off", async () => {
  const limiter = createEntryCodeAttempts(NO_LIMITS);
  for (let n = 0; n < 3 * site.free; n += 1) await limiter.attempt(from("192.0.2.1"), miss);
  expect((await limiter.attempt(from("192.0.2.1"), hit)).ok).toBe(true);
});
