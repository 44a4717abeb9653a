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

/** Sends an entry from each address; returns the number of answers per status. */
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

    // The same entry sent again passes; another entry with that solution does not.
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

describe("asking who entered", () => {
  it("is told of two people's entries only the phone number, so that nobody can be asked for with a number of one's own", async () => {
    const raffle = await api.createRaffle();
    const [own, victim] = [entryBody(), entryBody()];
    for (const person of [own, victim]) await enterFrom(raffle, "192.0.2.50", person);
    const ask = async (changes: object) => (await enterFrom(raffle, "192.0.2.51", { ...changes })).body.errors;
    const phone = ["Phone number already used for this raffle."];
    const email = ["Email already used for this raffle."];
    const nobody = { phone: own.phone, email: "nobody@example.com" };
    expect(await ask(nobody)).toEqual({ phone });
    expect(await ask({ phone: own.phone, email: victim.email })).toEqual({ phone });
    // A client that knows both phone and e-mail of one entry already knows that it exists.
    expect(await ask({ phone: own.phone, email: own.email })).toEqual({ phone, email });
    expect(await ask({ email: victim.email })).toEqual({ email });
  });

  it("costs puzzles from the address that asks often, and from no other", async () => {
    const raffle = await api.createRaffle();
    const person = entryBody();
    await enterFrom(raffle, "192.0.2.52", person);
    const probe = async () => (await enterFrom(raffle, "192.0.2.53", { email: person.email })).body.code;
    const answers: unknown[] = [];
    for (let n = 0; n < 12; n += 1) answers.push(await probe());
    expect(new Set(answers.slice(0, 9))).toEqual(new Set(["email-taken"]));
    expect(answers.at(-1)).toBe("challenge-required");
    expect((await enterFrom(raffle, "192.0.2.54")).status).toBe(201);
  });

  it("counts a code that is somebody else's as a guess at codes, and one that is drawn here as none", async () => {
    const raffle = await api.createRaffle();
    const { entryCode } = (await enterFrom(raffle, "192.0.2.55")).body;
    const guess = () => api.send("GET", "/entries/WRONGCOD", undefined, { "x-forwarded-for": "198.51.100.1" });
    for (let n = 0; n < 24; n += 1) await guess();
    expect((await enterFrom(raffle, "198.51.100.2", { entryCode })).body.code).toBe("entry-code-conflict");
    expect((await guess()).status).toBe(429);
  });
});
