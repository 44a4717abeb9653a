import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { createTestGuesses } from "../../tests/support/guesses.ts";
import { NO_GUESS_TALLY } from "./guess-tally.ts";
import { createOrganiserGuesses } from "./organiser-guesses.ts";

const miss = async () => refuse({ reason: "access-code-mismatch" } as const);
const hit = async () => accept("scope");
const who = (address: string, subjectId = "one") => ({ address, subjectId });

const database = await createTestDatabase();
const { tally, pass, forgive } = createTestGuesses(database.db);
const guesses = createOrganiserGuesses(tally);

afterAll(() => database.close());

beforeEach(forgive);

describe("whoever guesses access codes", () => {
  it("waits longer and longer, and is told how long", async () => {
    for (let n = 0; n < 11; n += 1) await guesses.attempt(who("192.0.2.1"), miss);
    for (const seconds of [5, 10, 20]) {
      expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({
        refusal: {
          reason: "too-many-requests",
          fields: { accessCode: [{ key: "tooManyCodes", params: { seconds } }] },
        },
      });
      await pass(seconds * 1000);
      expect(await guesses.attempt(who("192.0.2.1"), miss)).toMatchObject({
        refusal: { reason: "access-code-mismatch" },
      });
    }
  });

  it("gets no more tries by sending them all at once", async () => {
    let compared = 0;
    const slow = async () => {
      compared += 1;
      await database.pool.query("select pg_sleep(0.005)");
      return refuse({ reason: "access-code-mismatch" } as const);
    };
    await Promise.all(Array.from({ length: 500 }, () => guesses.attempt(who("192.0.2.1"), slow)));
    expect(compared).toBe(11);
  });

  it("gets no more tries by coming from a thousand addresses", async () => {
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
    for (let n = 0; n < 11; n += 1) await guesses.attempt(who("192.0.2.1"), miss);
    await pass(86_400_000);
    for (let n = 0; n < 10; n += 1) await guesses.attempt(who("192.0.2.1"), miss);
    expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
  });
});

describe("whoever knows a code", () => {
  it("is never counted, nor when the look-up fails", async () => {
    const fail = () => Promise.reject(new Error("database away"));
    for (let n = 0; n < 50; n += 1) {
      expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
      await expect(guesses.attempt(who("192.0.2.1"), fail)).rejects.toThrow("database away");
    }
  });

  it("does not forgive the misses of before", async () => {
    for (let n = 0; n < 10; n += 1) {
      await guesses.attempt(who("192.0.2.1"), miss);
      await guesses.attempt(who("192.0.2.1"), hit);
    }
    await guesses.attempt(who("192.0.2.1"), miss);
    expect(await guesses.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: false });
  });
});

it("lets every try pass where it is switched off", async () => {
  const unlimited = createOrganiserGuesses(NO_GUESS_TALLY);
  for (let n = 0; n < 100; n += 1) await unlimited.attempt(who("192.0.2.1"), miss);
  expect(await unlimited.attempt(who("192.0.2.1"), hit)).toMatchObject({ ok: true });
});
