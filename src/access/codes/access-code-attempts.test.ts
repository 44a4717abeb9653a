import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { PER_SUBJECT } from "#src/rate-limits/backoff.ts";
import { NO_LIMITS, SPARED } from "#src/rate-limits/strangers-limits.ts";
import { countedDownFrom, createTestAttempts } from "../../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../../tests/support/database.ts";
import { solveForApi } from "../../../tests/support/robot-puzzle.ts";
import { ACCESS_CODES, createAccessCodeAttempts } from "./access-code-attempts.ts";

const miss = async () => refuse({ reason: "access-code-mismatch" } as const);
const hit = async () => accept("scope");
const who = (address: string, subjectId = "one", solution?: string) => ({
  address,
  subjectId,
  opens: "raffle" as const,
  solution,
});

const database = await createTestDatabase();
const { limits, pass, forgive } = createTestAttempts(database.db);
const attempts = createAccessCodeAttempts(limits);

afterAll(() => database.close());

beforeEach(forgive);

let networks = 0;
/** An address in a fresh /48. */
function elsewhere(): string {
  networks += 1;
  return `2001:db8:${networks.toString(16)}::1`;
}

async function challengeOf(address: string, subjectId: string) {
  const outcome = await attempts.attempt(who(address, subjectId), hit);
  if (outcome.ok || !("challenge" in outcome.refusal)) throw new Error("No puzzle was asked for.");
  return outcome.refusal.challenge;
}

describe("whoever guesses one raffle's access code", () => {
  it("gets no more tries by coming from a thousand addresses, and waits longer and longer", async () => {
    let compared = 0;
    for (let n = 0; n < 100; n += 1) {
      await attempts.attempt(who(elsewhere()), async () => {
        compared += 1;
        return miss();
      });
    }
    expect(compared).toBe(PER_SUBJECT.free + 1);
    for (const seconds of [30, 60]) {
      expect(await attempts.attempt(who(elsewhere()), hit)).toMatchObject({
        refusal: {
          reason: "too-many-requests",
          fields: {
            accessCode: [{ key: "tooManyCodes", params: { seconds: expect.toSatisfy(countedDownFrom(seconds)) } }],
          },
        },
      });
      await pass(seconds * 1000);
      expect(await attempts.attempt(who(elsewhere()), miss)).toMatchObject({
        refusal: { reason: "access-code-mismatch" },
      });
    }
    expect(await attempts.attempt(who(elsewhere(), "another"), hit)).toMatchObject({ ok: true });
  });

  it("gets no more tries by sending them all at once", async () => {
    let compared = 0;
    const slow = async () => {
      compared += 1;
      await database.pool.query("select pg_sleep(0.005)");
      return refuse({ reason: "access-code-mismatch" } as const);
    };
    await Promise.all(Array.from({ length: 300 }, () => attempts.attempt(who(elsewhere()), slow)));
    expect(compared).toBe(PER_SUBJECT.free + 1);
  });
});

describe("whoever guesses at many raffles", () => {
  it("gets some tries for free from one network, and then needs puzzles; the right one gets in with one", async () => {
    const { free } = ACCESS_CODES.network;
    for (let n = 0; n < free; n += 1) {
      expect(await attempts.attempt(who("192.0.2.1", `raffle ${n}`), miss)).toMatchObject({
        refusal: { reason: "access-code-mismatch" },
      });
    }
    const challenge = await challengeOf("192.0.2.1", "mine");
    expect(challenge.parameters.data).toMatchObject({ subjectId: "mine", puzzleCost: 1 });
    const solution = await solveForApi(challenge);
    expect(await attempts.attempt(who("192.0.2.1", "mine", solution), hit)).toEqual(accept("scope"));
    expect(await attempts.attempt(who(elsewhere(), "mine"), hit)).toEqual(accept("scope"));
  });

  it("makes it harder for all but those from whose network the raffle's right code came lately", async () => {
    const home = elsewhere();
    await attempts.attempt(who(home, "mine"), hit);
    const { free, doublesAfter } = ACCESS_CODES.site;
    for (let n = 0; n < free + 3 * doublesAfter; n += 1) {
      await limits.countFailure({ policy: ACCESS_CODES, address: elsewhere() });
    }
    const stranger = elsewhere();
    for (const address of [stranger, home]) {
      for (let n = 0; n < SPARED.atOnce.free; n += 1) await attempts.attempt(who(address, `raffle ${n}`), miss);
    }
    expect((await challengeOf(stranger, "mine")).parameters.data).toMatchObject({ puzzleCost: 16 });
    expect((await challengeOf(home, "another")).parameters.data).toMatchObject({ puzzleCost: 16 });
    expect(await attempts.attempt(who(home, "mine"), hit)).toEqual(accept("scope"));
  });
});

it("makes nobody wait for others' guesses where the right code came from lately, and there for its own", async () => {
  const home = elsewhere();
  await attempts.attempt(who(home), hit);
  for (let n = 0; n <= PER_SUBJECT.free; n += 1) await attempts.attempt(who(elsewhere()), miss);
  expect(await attempts.attempt(who(elsewhere()), hit)).toMatchObject({ refusal: { reason: "too-many-requests" } });
  for (let n = 0; n < ACCESS_CODES.network.free; n += 1) {
    expect(await attempts.attempt(who(home), miss)).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
  }
  const solve = async () => {
    const asked = await challengeOf(home, "one");
    expect(asked.parameters.data).toMatchObject({ puzzleCost: 1 });
    return who(home, "one", await solveForApi(asked));
  };
  for (let n = ACCESS_CODES.network.free; n <= PER_SUBJECT.free; n += 1) await attempts.attempt(await solve(), miss);
  expect(await attempts.attempt(who(home), hit)).toMatchObject({ refusal: { reason: "too-many-requests" } });
});

it("counts neither who is right nor what failed for a reason of ours", async () => {
  const fail = () => Promise.reject(new Error("database away"));
  for (let n = 0; n < 50; n += 1) {
    expect(await attempts.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
    await expect(attempts.attempt(who("192.0.2.1"), fail)).rejects.toThrow("database away");
  }
});

it("lets every try pass where limits are off", async () => {
  const unlimited = createAccessCodeAttempts(NO_LIMITS);
  for (let n = 0; n < 100; n += 1) await unlimited.attempt(who("192.0.2.1"), miss);
  expect(await unlimited.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
});
