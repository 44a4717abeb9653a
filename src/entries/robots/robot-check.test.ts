import { describe, expect, it, vi } from "vitest";
import { encodeSolution, solveForApi } from "../../../tests/support/robot-puzzle.ts";
import { TRAP_FIELD } from "../limits.ts";
import { createRobotCheck, type RobotCheck, type RobotCheckOptions } from "./robot-check.ts";

const SECRET = Buffer.alloc(32, 7);
const RAFFLE = "0198c0de-0000-7000-8000-000000000001";
const ENTRY = { address: "192.0.2.1", raffleId: RAFFLE, entryCode: "KAPITBSG" };
const TRAPPED = { [TRAP_FIELD]: "https://spam.example" };

function open(options: Partial<RobotCheckOptions> = {}): RobotCheck {
  return createRobotCheck({ secret: SECRET, enabled: true, note: () => undefined, ...options });
}

async function challengeOf(check: RobotCheck, entry = ENTRY, body: object = TRAPPED) {
  const outcome = await check.admit(entry, body);
  if (outcome.ok) throw new Error("It was let pass.");
  return outcome.refusal;
}

const solved = solveForApi((await challengeOf(open())).challenge);

describe("the trap", () => {
  it("asks whoever fills it in, at any rate, and says that waiting does not help", async () => {
    const refusal = await challengeOf(open());
    expect(refusal).toMatchObject({ reason: "challenge-required", seconds: null });
    expect(refusal.challenge.parameters.data).toMatchObject({ raffleId: RAFFLE, entryCode: "KAPITBSG" });
  });

  it.each([{}, { [TRAP_FIELD]: "" }, { [TRAP_FIELD]: null }])("does not mind %j", async (body) => {
    expect((await open().admit(ENTRY, body)).ok).toBe(true);
  });

  it("lets whoever solves the puzzle pass, as often as the answer gets lost", async () => {
    const check = open();
    for (const _ of [1, 2]) expect((await check.admit(ENTRY, { ...TRAPPED, altcha: await solved })).ok).toBe(true);
  });
});

describe("a solution", () => {
  it("is taken by another process with the same secret, and by none with another", async () => {
    const body = { ...TRAPPED, altcha: await solved };
    expect((await open().admit(ENTRY, body)).ok).toBe(true);
    expect((await open({ secret: Buffer.alloc(32, 8) }).admit(ENTRY, body)).ok).toBe(false);
  });

  it("is for one entry of one raffle", async () => {
    const body = { ...TRAPPED, altcha: await solved };
    for (const other of [{ entryCode: "KAPITBSH" }, { raffleId: RAFFLE.replace(/1$/, "2") }]) {
      const { challenge } = await challengeOf(open(), { ...ENTRY, ...other }, body);
      expect(challenge.parameters.data).toMatchObject(other);
    }
  });

  it("does not outlive its puzzle", async () => {
    const late = open({ now: () => Date.now() - 601_000 });
    const altcha = await solveForApi((await challengeOf(late)).challenge);
    await challengeOf(open(), ENTRY, { ...TRAPPED, altcha });
  });

  it("lets whoever has it pass whatever the rate", async () => {
    const now = Date.now();
    const check = open({ now: () => now });
    for (let sent = 0; sent < 101; sent += 1) await check.admit(ENTRY, {});
    expect(await challengeOf(check, ENTRY, {})).toMatchObject({ seconds: 60 });
    expect((await check.admit(ENTRY, { altcha: await solved })).ok).toBe(true);
  });

  it("counts as none when anything in it was changed", async () => {
    const { challenge, solution } = JSON.parse(Buffer.from(await solved, "base64").toString());
    const { parameters, signature } = challenge;
    const tampered = [
      { challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 }, signature }, solution },
      { challenge: { parameters: { ...parameters, keyPrefix: "0" }, signature }, solution },
      { challenge: { parameters: { ...parameters, keySignature: undefined }, signature }, solution },
      { challenge: { parameters, signature: signature.replace(/./g, "0") }, solution },
      { challenge: { parameters }, solution },
      { challenge, solution: { ...solution, derivedKey: solution.derivedKey.replace(/.$/, "z") } },
      { challenge, solution: { ...solution, derivedKey: parameters.keyPrefix } },
      { challenge, solution: { ...solution, counter: -1 } },
      { challenge, solution: null },
      { challenge: { parameters: { data: parameters.data } }, solution },
      null,
      [],
    ];
    for (const altcha of [...tampered.map(encodeSolution), "", "no base64", 7, {}, "A".repeat(100_000)]) {
      await challengeOf(open(), ENTRY, { ...TRAPPED, altcha });
    }
  });
});

it("notes why it asked, and who solved a puzzle", async () => {
  const note = vi.fn();
  const check = open({ note });
  await check.admit(ENTRY, {});
  expect(note).not.toHaveBeenCalled();
  for (const body of [TRAPPED, { ...TRAPPED, altcha: await solved }]) await check.admit(ENTRY, body);
  expect(note.mock.calls).toEqual([
    ["enter", "trapped"],
    ["enter", "solved"],
  ]);
});

it("lets everybody pass when limits are off", async () => {
  const check = open({ enabled: false });
  for (let sent = 0; sent < 200; sent += 1) expect((await check.admit(ENTRY, TRAPPED)).ok).toBe(true);
});
