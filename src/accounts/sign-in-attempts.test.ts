import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
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
    const solution = await solve(await one.attempt(neighbour, right));
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

/** Solves the puzzle that a refusal asks for. */
async function solve(asked: Outcome<unknown, Refusal<string>>): Promise<string> {
  if (asked.ok || !("challenge" in asked.refusal)) throw new Error("No puzzle was asked for.");
  return solveForApi((asked.refusal as ChallengeRefusal).challenge);
}

/** Whether each of so many requests was taken, each from a network of its own in one /48 (IPv6) or /24. */
async function fromMany(
  many: number,
  ask: (address: string, one: number) => Promise<Outcome<void, Refusal<string>>>,
  addressOf: (one: number) => string = (one) => `2001:db8:1:${one.toString(16)}::1`,
): Promise<boolean[]> {
  const taken: boolean[] = [];
  for (let one = 0; one < many; one += 1) taken.push((await ask(addressOf(one), one)).ok);
  return taken;
}

/** A slow machine sees some of the 160 come back, one in 22 seconds. */
const isPaced160 = (taken: number) => taken >= 160 && taken < 180;

describe("registrations", () => {
  it("cost puzzles past 40 an hour of one network, and shut out nobody of a town behind one address", async () => {
    const town = { address: "192.0.2.1" };
    const taken = await fromMany(
      41,
      (address) => one.countRegistration({ address }),
      () => town.address,
    );
    expect(taken).toEqual([...Array(40).fill(true), false]);
    const solution = await solve(await one.countRegistration(town));
    expect(await one.countRegistration({ ...town, solution })).toEqual(accept(undefined));
    // A solution pays once.
    expect(await one.countRegistration({ ...town, solution })).toMatchObject({ ok: false });
    // Control: another town registers freely.
    expect(await one.countRegistration({ address: "203.0.113.1" })).toEqual(accept(undefined));
  });

  it("are counted by the wider networks too: a /48 or a /24 has 160 an hour, however many networks it holds", async () => {
    const inIPv4 = (one: number) => `198.51.100.${one}`;
    for (const addressOf of [undefined, inIPv4]) {
      await forgive();
      const taken = await fromMany(180, (address) => one.countRegistration({ address }), addressOf);
      expect(taken.filter(Boolean).length).toSatisfy(isPaced160);
    }
  });

  it("cost a flood from many networks puzzles, and nobody who comes from elsewhere", async () => {
    const taken = await fromMany(
      320,
      (address) => one.countRegistration({ address }),
      (one) => `2001:db8:${one % 20}:${one}::1`,
    );
    expect(taken.indexOf(false)).toBe(300);
    expect(await one.countRegistration({ address: "203.0.113.1" })).toEqual(accept(undefined));
  });
});

describe("requests to verify an address", () => {
  const own = { account: "nena@b.example", email: "nena@b.example" };

  const ask = (address: string, n: number) => one.countVerification({ address, ...own, email: `${n}@b.example` });

  it("are counted by the wider networks too", async () => {
    expect((await fromMany(180, ask)).filter(Boolean).length).toSatisfy(isPaced160);
  });

  it("cost a puzzle past 40 an hour of one network, the same that the password before it takes", async () => {
    const address = "192.0.2.1";
    await fromMany(40, ask, () => address);
    const solution = await solve(await one.countVerification({ address, ...own }));
    // The form of a new address sends both with one solution.
    expect(await one.attempt({ address, solution, email: own.account }, right)).toEqual(accept("in"));
    expect(await one.countVerification({ address, solution, ...own })).toEqual(accept(undefined));
    expect(await one.countVerification({ address, solution, ...own })).toMatchObject({ ok: false });
  });

  it("wait for one address past three in an hour, from wherever they come", async () => {
    for (let n = 0; n < 3; n += 1) {
      expect(await one.countVerification({ address: `198.51.${n}.1`, ...own })).toEqual(accept(undefined));
    }
    expect(await one.countVerification({ address: "203.0.113.1", ...own })).toMatchObject({
      refusal: { reason: "too-many-requests", fields: { form: [{ key: "tooManyMails" }] } },
    });
  });
});

describe("requests for a new password", () => {
  it("cost a puzzle past a day's count that strangers used up, and never shut the owner out", async () => {
    const owner = { address: "203.0.113.5", email: "a@b.example" };
    for (let part = 0; part < 5; part += 1) {
      expect(await one.countReset({ address: `198.51.${part}.1`, email: "A@b.example" })).toEqual(accept(undefined));
    }
    const solution = await solve(await one.countReset(owner));
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
