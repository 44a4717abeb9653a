import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { createTestAttempts } from "../../tests/support/attempt-limits.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { solveForApi } from "../../tests/support/robot-puzzle.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";

type Answer = Outcome<string, Refusal<"sign-in-failed" | "account-banned">>;

const database = await createTestDatabase();
const { counter, limits, pass, forgive } = createTestAttempts(database.db);
const one = createSignInAttempts(counter, limits);

afterAll(() => database.close());

beforeEach(forgive);

const wrong = async (): Promise<Answer> => refuse({ reason: "sign-in-failed" });
const right = async (): Promise<Answer> => accept("in");
const secondsOf = (outcome: Answer | Outcome<string, Refusal>) =>
  (!outcome.ok && outcome.refusal.fields?.form?.[0]?.params?.seconds) || 0;

describe("attempts of passwords", () => {
  it("are slowed down for an account, from wherever they come and however its address is written", async () => {
    const tries = Array.from({ length: 20 }, (_, part) =>
      one.attempt({ address: `198.51.100.${part}`, email: part % 2 ? "a@b.example" : " A@B.example" }, wrong),
    );
    const reasons = (await Promise.all(tries)).map((outcome) => !outcome.ok && outcome.refusal.reason);
    expect(reasons.filter((reason) => reason === "sign-in-failed")).toHaveLength(11);
    const owner = { address: "203.0.113.5", email: "a@b.example" };
    expect(secondsOf(await one.attempt(owner, right))).toBe(5);
    expect(await one.attempt({ ...owner, email: "another@b.example" }, right)).toEqual(accept("in"));
    await pass(5_000);
    // The next failure doubles the wait.
    await one.attempt({ ...owner, address: "203.0.113.99" }, wrong);
    expect(secondsOf(await one.attempt(owner, right))).toBe(10);
  });

  it("make nobody wait for others where the right one was given within a day, and there for its own", async () => {
    const owner = { address: "203.0.113.5", email: "a@b.example" };
    const codeOf = (address: string, isRight: boolean) =>
      one.attemptCode<string, "second-code-wrong">(
        "a user",
        async () => (isRight ? accept("in") : refuse({ reason: "second-code-wrong" })),
        address,
      );
    expect(await one.attempt(owner, right)).toEqual(accept("in"));
    expect(await codeOf(owner.address, true)).toEqual(accept("in"));
    for (let part = 0; part < 11; part += 1) {
      await one.attempt({ ...owner, address: `198.51.${part}.1` }, wrong);
      await codeOf(`198.51.${part}.1`, false);
    }
    // Control: from another network the owner waits.
    expect(secondsOf(await one.attempt({ ...owner, address: "192.0.2.1" }, right))).toBe(5);
    expect(secondsOf(await codeOf("192.0.2.1", true))).toBe(5);
    expect(await one.attempt(owner, right)).toEqual(accept("in"));
    expect(await codeOf(owner.address, true)).toEqual(accept("in"));
    for (let round = 0; round < 11; round += 1) await codeOf(owner.address, false);
    expect(secondsOf(await codeOf(owner.address, true))).toBe(5);
    await pass(86_400_000);
  });

  it("cost a network that tries many accounts puzzles, and wall out nobody there who is right", async () => {
    for (let part = 0; part < 10; part += 1) {
      await one.attempt({ address: `2001:db8::${part}`, email: `a.${part}@b.example` }, wrong);
    }
    const neighbour = { address: "2001:db8::ffff", email: "x@b.example" };
    const asked = await one.attempt(neighbour, right);
    if (asked.ok || !("challenge" in asked.refusal)) throw new Error("No puzzle was asked for.");
    const solution = await solveForApi(asked.refusal.challenge);
    expect(await one.attempt({ ...neighbour, solution }, right)).toEqual(accept("in"));
    expect(await one.attempt({ ...neighbour, solution, email: "y@b.example" }, right)).toMatchObject({ ok: false });
    expect(await one.attempt({ address: "2001:db9::1", email: "x@b.example" }, right)).toEqual(accept("in"));
  });

  it("are only what is wrong: neither who is right nor who is banned is counted", async () => {
    const who = { address: "192.0.2.1", email: "a@b.example" };
    for (let round = 0; round < 30; round += 1) await one.attempt(who, right);
    for (let round = 0; round < 30; round += 1)
      await one.attempt(who, async () => refuse({ reason: "account-banned" }));
    expect(await one.attempt(who, wrong)).toMatchObject({ refusal: { reason: "sign-in-failed" } });
  });
});

describe("requests for a new password", () => {
  it("cost a puzzle past a day's count that strangers used up, and never shut the owner out", async () => {
    const owner = { address: "203.0.113.5", email: "a@b.example" };
    for (let part = 0; part < 5; part += 1) {
      expect(await one.countReset({ address: `198.51.${part}.1`, email: "A@b.example" })).toEqual(accept(undefined));
    }
    const asked = await one.countReset(owner);
    if (asked.ok) throw new Error("No puzzle was asked for.");
    const solution = await solveForApi(asked.refusal.challenge);
    // A solution pays once.
    expect(await one.countReset({ ...owner, solution, address: "192.0.2.1" })).toEqual(accept(undefined));
    expect(await one.countReset({ ...owner, solution })).toMatchObject({ ok: false });
    expect(await one.countReset({ ...owner, email: "x@b.example" })).toEqual(accept(undefined));
  });

  it("cost nothing where the right password was given lately, whatever others asked for", async () => {
    const owner = { address: "203.0.113.5", email: "a@b.example" };
    await one.attempt(owner, right);
    for (let part = 0; part < 6; part += 1) {
      await one.countReset({ address: `198.51.${part}.1`, email: owner.email });
    }
    expect(await one.countReset({ ...owner, address: "192.0.2.1" })).toMatchObject({ ok: false });
    expect(await one.countReset(owner)).toEqual(accept(undefined));
  });
});
