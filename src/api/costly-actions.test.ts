import { describe, expect, test } from "vitest";
import { admitChange } from "#src/access/audit/admit-change.ts";
import { asOrganiser, entryBody, raffleBody } from "../../tests/support/api.ts";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { solveForApi } from "../../tests/support/robot-puzzle.ts";

const api = await openTestApi();

let networks = 0;

/** Headers of a network that has sent no request yet. */
function newNetwork(): Record<string, string> {
  networks += 1;
  return { "x-forwarded-for": `198.51.${networks}.7` };
}

type Challenged = { code: string; challenge: Parameters<typeof solveForApi>[0] };

describe.each([
  ["raffles", "/raffles", raffleBody],
  ["events", "/events", eventBody],
] as const)("of %s", (_what, path, body) => {
  test("a network makes ten in an hour; each more costs a puzzle of its own, and nobody else's network pays", async () => {
    const from = newNetwork();
    for (let made = 1; made <= 10; made++) {
      const { status, headers } = await api.send("POST", path, body(), from);
      expect(status).toBe(201);
      expect(headers.get("ratelimit-policy")).toMatch(/^"create \w+ by network";q=10;w=3600$/);
      const [, left, reset] = /;r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "") ?? [];
      expect(Number(left)).toBe(10 - made);
      // Each comes back six minutes later.
      expect(Number(reset)).toBe(made * 360);
    }
    const asked = await api.ask("POST", path, body(), from);
    expect([asked.status, asked.body.code]).toEqual([429, "challenge-required"]);
    expect(Number(asked.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(asked.headers.get("ratelimit")).toMatch(
      new RegExp(`^"create \\w+ by network";r=0;t=${asked.headers.get("retry-after")}$`),
    );
    const altcha = await solveForApi((asked.body as unknown as Challenged).challenge);
    expect((await api.send("POST", path, { ...body(), altcha }, from)).status).toBe(201);
    // A solution pays for one action.
    expect((await api.send("POST", path, { ...body(), altcha }, from)).status).toBe(429);
    expect((await api.send("POST", path, body(), newNetwork())).status).toBe(201);
  });

  test("those that need correcting count for nothing", async () => {
    const from = newNetwork();
    for (let tries = 0; tries < 15; tries++) expect((await api.send("POST", path, {}, from)).status).toBe(422);
    expect((await api.send("POST", path, body(), from)).status).toBe(201);
  });
});

test("a raffle is changed sixty times in an hour, from wherever, and then for a puzzle", async () => {
  const raffle = await api.createRaffle();
  const auth = asOrganiser(raffle.codeId, raffle.accessCode);
  const change = (version: number, from = newNetwork(), more = {}) =>
    api.ask("PATCH", `/raffles/${raffle.codeId}`, { version, name: `Name ${version}`, ...more }, { ...auth, ...from });
  for (let version = 1; version <= 60; version++) expect((await change(version)).status).toBe(200);
  const asked = await change(61);
  expect([asked.status, asked.body.code]).toEqual([429, "challenge-required"]);
  const altcha = await solveForApi((asked.body as unknown as Challenged).challenge);
  expect((await change(61, newNetwork(), { altcha })).status).toBe(200);
});

test("an organiser's changes are free by the thousand, and then each costs a puzzle; reading never does", async () => {
  const raffle = await api.createRaffle();
  const auth = asOrganiser(raffle.codeId, raffle.accessCode);
  const from = newNetwork();
  const address = from["x-forwarded-for"] ?? "";
  const { entryCode } = (await api.ask("POST", `/raffles/${raffle.codeId}/entries`, entryBody(), newNetwork())).body;
  const entry = `/entries/${entryCode}?raffle=${raffle.codeId}`;
  const proof = await api.send("POST", `/raffles/${raffle.codeId}/access`, { accessCode: raffle.accessCode }, from);
  const pass = {
    cookie: proof.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
  const rename = (headers: Record<string, string>) =>
    api.ask("PATCH", entry, { firstName: "Ana" }, { ...from, ...headers });
  expect((await rename(auth)).status).toBe(200);

  // The counters of changes alone, far past their limits.
  await api.database.pool.query("delete from guess_tallies");
  await admitChange({ limits: api.site.limits, address, solution: undefined }, { raffleId: raffle.id });
  await api.database.pool.query("update guess_tallies set used = 1000000");
  const changes: [string, string, unknown][] = [
    ["PATCH", entry, { firstName: "Bea" }],
    ["DELETE", entry, undefined],
    ["POST", `/raffles/${raffle.codeId}/access-code`, {}],
    ["POST", `/raffles/${raffle.codeId}/webhooks`, { url: "https://example.com/hook" }],
    ["POST", `/raffles/${raffle.codeId}/code-batches`, {}],
    ["DELETE", `/raffles/${raffle.codeId}`, undefined],
  ];
  for (const [method, path, body] of changes) {
    const asked = await api.ask(method, path, body, { ...auth, ...from });
    expect([path, asked.status, asked.body.code]).toEqual([path, 429, "challenge-required"]);
  }
  // A browser that is asked does not go on as the entrant, who may change less.
  const asked = await rename(pass);
  expect([asked.status, asked.body.code]).toEqual([429, "challenge-required"]);
  const read = await api.ask("GET", entry, undefined, { ...auth, ...from });
  expect(read.body).toMatchObject({ entry: { firstName: "Ana" } });
  const altcha = await solveForApi((asked.body as unknown as Challenged).challenge);
  expect((await rename({ ...auth, "x-altcha": altcha })).status).toBe(200);
});
