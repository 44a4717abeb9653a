import type { Challenge } from "altcha-lib/types";
import { describe, expect, it } from "vitest";
import { TRAP_FIELD } from "#src/entries/limits.ts";
import { entryBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { solveForApi } from "../../tests/support/robot-puzzle.ts";

const { database: _, ...api } = await openTestApi();

/** Sends an entry from an address. */
function enterFrom(raffle: { id: string }, address: string, changes: Record<string, unknown> = {}) {
  return api.ask("POST", `/raffles/${raffle.id}/entries`, entryBody(changes), { "x-forwarded-for": address });
}

/** Sends an entry each from so many addresses; answers how many got which status. */
async function crowd(raffle: { id: string }, addresses: readonly string[]): Promise<Record<string, number>> {
  const answers = await Promise.all(addresses.map((address) => enterFrom(raffle, address)));
  const groups = Map.groupBy(answers, ({ status }) => String(status));
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]));
}

describe("people who share an address", () => {
  it("all get in, a hundred in a minute unasked, and the next with a puzzle", async () => {
    const raffle = await api.createRaffle();
    const town = "203.0.113.1";
    expect(await crowd(raffle, Array<string>(100).fill(town))).toEqual({ 201: 100 });

    const person = entryBody();
    const asked = await enterFrom(raffle, town, person);
    expect(asked.status).toBe(429);
    expect(asked.headers.get("content-type")).toBe("application/problem+json");
    expect(Number(asked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(asked.body).toMatchObject({ code: "challenge-required", detail: expect.stringContaining("altcha") });

    const challenge = asked.body.challenge as Challenge;
    const altcha = await solveForApi(challenge);
    const entryCode = challenge.parameters.data?.entryCode;
    const entered = await enterFrom(raffle, town, { ...person, entryCode, altcha });
    expect([entered.status, entered.body.entryCode]).toEqual([201, entryCode]);

    // The same sent again is the same entry; anybody else's with that solution is not let pass.
    expect((await enterFrom(raffle, town, { ...person, entryCode, altcha })).status).toBe(201);
    expect((await enterFrom(raffle, town, { entryCode, altcha })).body.code).toBe("entry-code-conflict");
    expect((await enterFrom(raffle, town, { altcha })).body.code).toBe("challenge-required");
    expect((await enterFrom(await api.createRaffle(), town, { entryCode, altcha })).body.code).toBe(
      "challenge-required",
    );
  });
});

describe("a raffle that everybody enters at once", () => {
  it("asks nobody on a connection of their own", async () => {
    const raffle = await api.createRaffle();
    const everybody = Array.from({ length: 620 }, (_, person) => `198.18.${person >> 8}.${person & 255}`);
    expect(await crowd(raffle, everybody)).toEqual({ 201: 620 });
    const household = Array<string>(8).fill("203.0.113.2");
    expect(await crowd(raffle, household)).toEqual({ 201: 5, 429: 3 });
    expect(await crowd(await api.createRaffle(), household)).toEqual({ 201: 8 });
  });
});

it("asks for corrections before it asks for a puzzle", async () => {
  const raffle = await api.createRaffle();
  const { status, body } = await enterFrom(raffle, "203.0.113.3", {
    [TRAP_FIELD]: "https://spam.example",
    email: "no",
  });
  expect([status, body.code]).toEqual([422, "invalid-fields"]);
});

it("asks a robot that fills in the hidden field, and says nothing of waiting", async () => {
  const raffle = await api.createRaffle();
  const { status, headers, body } = await enterFrom(raffle, "203.0.113.4", { [TRAP_FIELD]: "https://spam.example" });
  expect([status, body.code, headers.get("retry-after")]).toEqual([429, "challenge-required", null]);
});
