import { beforeEach, describe, expect, it } from "vitest";
import { translate } from "#src/i18n/translate.ts";
import { asOrganiser, type TestRaffle } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
let raffle: TestRaffle;

beforeEach(async () => {
  raffle = await api.createRaffle();
});

function edit(body: unknown, headers: Record<string, string> = {}, accessCode = raffle.accessCode) {
  const organiser = asOrganiser(raffle.codeId, accessCode);
  return api.ask("PATCH", `/raffles/${raffle.codeId}`, body, { ...organiser, ...headers });
}

async function read(): Promise<TestRaffle & { name: string; version: number }> {
  return (await api.send("GET", `/raffles/${raffle.codeId}`)).json();
}

/** Enters the raffle, ticks the first rule and wishes for the first prize. */
function enter(): Promise<string> {
  const wish = { prizeId: raffle.prizes[0]?.id, note: "please" };
  return api.enter(raffle, { rules: [raffle.rules[0]?.id], wishes: [wish] });
}

async function auditOf(): Promise<{ actor: string; before: unknown; after: unknown }[]> {
  const { rows } = await database.pool.query(
    "select actor, before, after from audit_log where scope_id = $1 and action = 'edit-raffle' order by id",
    [raffle.id],
  );
  return rows;
}

describe("changing a raffle", () => {
  it("changes what is sent and leaves the rest, counts the version up, and is recorded", async () => {
    const { status, headers, body } = await edit({ version: 1, name: "Media Noche" });
    expect([status, headers.get("etag"), body.name, body.version]).toEqual([200, '"2"', "Media Noche", 2]);
    expect(await read()).toMatchObject({ prizes: raffle.prizes, rules: raffle.rules });
    expect(await auditOf()).toEqual([
      { actor: "access code", before: { name: "Noche Buena Basket" }, after: { name: "Media Noche" } },
    ]);
  });

  it("takes the version as If-Match, and records nothing where nothing changed", async () => {
    expect((await edit({ prizes: raffle.prizes }, { "if-match": '"1"' })).body.version).toBe(1);
    expect(await auditOf()).toEqual([]);
  });

  it("is refused where a program sends what is no text or number", async () => {
    const odd = { toString: 1 };
    for (const body of [{ version: odd }, { version: [odd] }, { version: 1, rules: [{ id: odd }] }]) {
      expect((await edit(body)).status).toBe(422);
    }
    expect((await edit({ version: 1, confirmRemoval: [odd] })).status).toBe(200);
  });

  it("keeps ids, so that ticks and wishes survive new texts, numbers and codes", async () => {
    const entryCode = await enter();
    const prizes = raffle.prizes.map((prize) => ({ ...prize, name: `${prize.name}!`, orderNumber: 7 }));
    const rules = raffle.rules.map((rule) => ({ ...rule, number: 10 - rule.number, details: `${rule.details}!` }));
    expect((await edit({ version: 1, prizes, rules })).status).toBe(200);
    const entry = await (await api.send("GET", `/entries/${entryCode}`)).json();
    const done = entry.rules.filter((rule: { status: string }) => rule.status === "Done");
    const wished = entry.wishes.filter((wish: { status: string }) => wish.status === "Selected");
    expect(done).toMatchObject([{ ruleId: raffle.rules[0]?.id, details: `${raffle.rules[0]?.details}!` }]);
    expect(wished).toMatchObject([{ prizeId: raffle.prizes[0]?.id, note: "please" }]);
  });

  it("loses its last prize when those who wished for it are thought of, and sources left empty are the usual one", async () => {
    await api.enter(raffle, { wishes: [{ prizeId: raffle.prizes[0]?.id, note: "please" }] });
    const refused = await edit({ version: 1, prizes: [], sources: " , " });
    expect([refused.status, refused.body.code]).toEqual([409, "removal-unconfirmed"]);
    const confirmRemoval = [raffle.prizes[0]?.id];
    expect((await edit({ version: 1, prizes: [], sources: " , ", confirmRemoval })).status).toBe(200);
    expect(await read()).toMatchObject({ prizes: [], sources: ["Online"] });
    expect((await edit({ version: 2, prizes: null })).status).toBe(422);
    expect((await edit({ version: 2, prizes: [{ prizeCode: "NEW", name: "New" }] })).status).toBe(200);
  });

  it("swaps two prizes' codes and orders", async () => {
    const [first, second] = raffle.prizes;
    const prizes = [
      { ...first, prizeCode: second?.prizeCode, orderNumber: 2 },
      { ...second, prizeCode: first?.prizeCode, orderNumber: 1 },
    ];
    expect((await edit({ version: 1, prizes })).status).toBe(200);
    expect((await read()).prizes.map(({ id, prizeCode }) => [id, prizeCode])).toEqual([
      [second?.id, first?.prizeCode],
      [first?.id, second?.prizeCode],
    ]);
  });

  it("adds and removes what nobody ticked without asking", async () => {
    const rules = [raffle.rules[0], { details: "Bring a friend" }];
    expect((await edit({ version: 1, rules })).status).toBe(200);
    expect((await read()).rules.map((rule) => rule.details)).toEqual([raffle.rules[0]?.details, "Bring a friend"]);
  });

  it("asks before it removes what entrants ticked or wished for, and says how many", async () => {
    await enter();
    await enter();
    const [rule, prize] = [raffle.rules[0]?.id ?? "", raffle.prizes[0]?.id ?? ""];
    const change = { version: 1, rules: raffle.rules.slice(1), prizes: raffle.prizes.slice(1) };
    const refused = await edit(change);
    expect([refused.status, refused.body.code]).toEqual([409, "removal-unconfirmed"]);
    expect(refused.body.reasons).toEqual({
      [`rules.${rule}`]: [{ key: "ruleTicked", params: { name: raffle.rules[0]?.details, count: 2 } }],
      [`prizes.${prize}`]: [{ key: "prizeWished", params: { name: raffle.prizes[0]?.name, count: 2 } }],
    });
    expect(Object.keys((await edit({ ...change, confirmRemoval: [rule] })).body.reasons as object)).toEqual([
      `prizes.${prize}`,
    ]);
    expect((await read()).rules).toEqual(raffle.rules);
    expect((await edit({ ...change, confirmRemoval: [rule, prize] })).status).toBe(200);
    expect((await read()).rules).toEqual(raffle.rules.slice(1));
  });
});

describe("two organisers at once", () => {
  it("the one who is late reads a whole sentence", async () => {
    await edit({ version: 1, name: "A" });
    expect((await edit({ version: 1, name: "B" })).body.detail).toMatch(/^Someone saved .*\(access code, \d{4}-/);
    // Saved by nobody, as the site publishes at a planned time.
    const other = await api.createRaffle();
    await database.pool.query("update raffles set version = 2 where id = $1", [other.id]);
    const organiser = asOrganiser(other.codeId, other.accessCode);
    const { body } = await api.ask("PATCH", `/raffles/${other.codeId}`, { version: 1, name: "C" }, organiser);
    expect([body.code, body.detail]).toEqual(["conflict", translate("en", { key: "raffleChanged" })]);
  });

  it("one wins; the other is told who and when, and overwrites nothing", async () => {
    const answers = await Promise.all(["A", "B", "C", "D"].map((name) => edit({ version: 1, name })));
    const won = answers.filter((answer) => answer.status === 200);
    const conflicts = answers.filter((answer) => answer.status === 409);
    expect([won.length, conflicts.length]).toEqual([1, 3]);
    for (const { body } of conflicts) {
      expect(body).toMatchObject({
        code: "conflict",
        reasons: { version: [{ key: "raffleConflict", params: { actor: "access code", at: expect.any(String) } }] },
      });
    }
    expect(await read()).toMatchObject({ name: won[0]?.body.name, version: 2 });
    expect(await auditOf()).toHaveLength(1);
    // Equal values overwrite nobody's change, so even an old version is accepted.
    expect((await edit({ version: 1, name: won[0]?.body.name })).status).toBe(200);
    expect(await read()).toMatchObject({ version: 2 });
    expect(await auditOf()).toHaveLength(1);
  });
});

describe("an edit is refused", () => {
  it.each([
    ["without a version", { name: "x" }, "invalid-fields"],
    ["without a name", { version: 1, name: " " }, "raffle-details-required"],
    ["for a prize without a code", { version: 1, prizes: [{ name: "x" }] }, "prize-fields-required"],
    [
      "for an unknown prize",
      { version: 1, prizes: [{ id: crypto.randomUUID(), prizeCode: "X", name: "x" }] },
      "invalid-fields",
    ],
    ["for what is no id", { version: 1, rules: [{ id: "1", details: "x" }] }, "invalid-fields"],
    ["for what is no object", [], "invalid-fields"],
  ])("%s", async (_name, body, code) => {
    const refused = await edit(body);
    expect([refused.status, refused.body.code]).toEqual([422, code]);
    expect(await read()).toMatchObject({ version: 1, prizes: raffle.prizes, rules: raffle.rules });
  });

  it("with a wrong access code, and without one", async () => {
    const wrong = raffle.accessCode === "AAAA" ? "BBBB" : "AAAA";
    expect((await edit({ version: 1, name: "x" }, {}, wrong)).status).toBe(403);
    const without = await api.send("PATCH", `/raffles/${raffle.codeId}`, { version: 1, name: "x" });
    expect(without.status).toBe(403);
    expect((await read()).version).toBe(1);
  });
});
