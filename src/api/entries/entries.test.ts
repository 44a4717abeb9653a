import type { Challenge } from "altcha-lib/types";
import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "#src/http/problem.ts";
import { createTestApi, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { solveForApi } from "../../../tests/support/robot-puzzle.ts";

const TOO_LATE = "Too late! This raffle is already locked in: ticks and wishes are final.";
const NO_SUCH_ID = "0198c0de-0000-7000-8000-000000000000";

const { database, ...api } = await openTestApi();
const raffle = await api.createRaffle();
let entryCode: string;

beforeEach(async () => {
  const [rule] = raffle.rules;
  const [prize] = raffle.prizes;
  entryCode = await api.enter(raffle, { rules: [rule?.id], wishes: [{ prizeId: prize?.id, note: "the big one" }] });
});

const patch = (body: unknown, code = entryCode) => api.ask("PATCH", `/entries/${code}`, body);

/** A summary of an entry: the status of each rule, and the status and note of each prize, in their order. */
async function summary(code = entryCode) {
  const { body } = await api.ask("GET", `/entries/${code}`);
  const rules = body.rules as { status: string }[];
  const wishes = body.wishes as { status: string; note: string }[];
  return {
    rules: rules.map((rule) => rule.status),
    wishes: wishes.map(({ status, note }) => `${status} ${note}`.trim()),
  };
}

const ruleId = (place: number) => raffle.rules[place]?.id as string;
const prizeId = (place: number) => raffle.prizes[place]?.id as string;

describe("an entrant's own entry", () => {
  it("has a place of its own from the moment it is stored, and belongs to no cache", async () => {
    const { status, headers, body } = await api.ask("POST", `/raffles/${raffle.codeId}/entries`, entryBody());
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(headers.get("location")).toBe(`/api/entries/${body.entryCode}`);
  });

  it("has the person, every rule and every prize with its details, and belongs to no cache", async () => {
    const { status, headers, body } = await api.ask("GET", `/entries/${entryCode}?lang=en`);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(Object.keys(body)).toEqual(["entry", "rules", "wishes", "ledger", "standing", "places"]);
    const text = "Not in the draw yet: 1 rule to go — Share the post";
    expect(body.standing).toMatchObject({ state: "not-yet", missing: [{ details: "Share the post" }], text });
    expect(body.entry).toMatchObject({
      entryCode,
      raffleId: raffle.id,
      codeId: raffle.codeId,
      lastName: "P.",
      masked: true,
    });
    expect(body.rules).toMatchObject([
      { number: 1, details: "Follow our page", drops: 1, status: "Done" },
      { number: 2, details: "Share the post", drops: 3, status: "Pending" },
    ]);
    expect(body.wishes).toMatchObject([
      { name: "Queso de bola", details: "1 kg", worth: "0.00", status: "Selected", note: "the big one" },
      { name: "Ham", details: "2 kg", worth: "1,500.00", status: "Unselected", note: "" },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/_?key|hash|accessCode/i);
  });

  it("is found by its code in any case and with spaces around it", async () => {
    const typed = encodeURIComponent(` ${entryCode.toLowerCase()} `);
    expect((await api.ask("GET", `/entries/${typed}`)).body.entry).toMatchObject({ entryCode });
  });

  it.each(["NOSUCHCO", "short", "TOOLONGCODE", "ABCD1234", "%20", "%00", "%F0%9F%8E%89"])(
    "is not found by %s",
    async (code) => {
      for (const method of ["GET", "PATCH"]) {
        const { status, headers, body } = await api.ask(
          method,
          `/entries/${code}`,
          method === "PATCH" ? { rules: [] } : undefined,
        );
        expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
        expect(body).toEqual({ title: "Not Found", status: 404, detail: "Entry not found.", code: "entry-not-found" });
      }
    },
  );
});

describe("a change in the short form", () => {
  it("is the whole checklist", async () => {
    const { status, headers, body } = await patch({ rules: [ruleId(1)] });
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual((await api.ask("GET", `/entries/${entryCode}`)).body);
    expect((await summary()).rules).toEqual(["Pending", "Done"]);
    await patch({ rules: [] });
    expect((await summary()).rules).toEqual(["Pending", "Pending"]);
  });

  it("is the whole wishlist; a prize that is wished for no more keeps its note", async () => {
    await patch({ wishes: [{ prizeId: prizeId(1), note: "  sliced  " }] });
    expect((await summary()).wishes).toEqual(["Unselected the big one", "Selected sliced"]);
    await patch({ wishes: [] });
    expect((await summary()).wishes).toEqual(["Unselected the big one", "Unselected sliced"]);
  });

  it("leaves alone the list that it does not have", async () => {
    await patch({ rules: [] });
    expect((await summary()).wishes).toEqual(["Selected the big one", "Unselected"]);
  });
});

describe("a change in the long form", () => {
  it("changes the items it names", async () => {
    await patch({
      rules: [{ ruleId: ruleId(1), status: "Done" }],
      wishes: [{ prizeId: prizeId(1), status: "Selected" }],
    });
    expect(await summary()).toEqual({ rules: ["Done", "Done"], wishes: ["Selected the big one", "Selected"] });
    await patch({
      rules: [{ ruleId: ruleId(0).toUpperCase(), status: "Pending" }],
      wishes: [{ prizeId: prizeId(0), status: "Unselected", note: "never mind" }],
    });
    expect(await summary()).toEqual({ rules: ["Pending", "Done"], wishes: ["Unselected never mind", "Selected"] });
  });

  it("of notes changes nothing but notes", async () => {
    await patch({
      notes: [
        { prizeId: prizeId(0), note: "" },
        { prizeId: prizeId(1), note: "if any is left" },
      ],
    });
    expect((await summary()).wishes).toEqual(["Selected", "Unselected if any is left"]);
  });
});

describe("a change that cannot be made", () => {
  const itemUnreadable = "This item could not be read. Please send it as an object with its fields.";

  it.each<[string, () => Record<string, unknown>, string, string]>([
    ["an unknown rule", () => ({ rules: [NO_SUCH_ID] }), "rules", "This raffle has no such rule"],
    ["no rule's id", () => ({ rules: ["nonsense"] }), "rules", "This raffle has no such rule"],
    ["no list of rules", () => ({ rules: "all" }), "rules", "Please send this as a list."],
    ["a rule without status", () => ({ rules: [{ ruleId: ruleId(0) }] }), "rules", itemUnreadable],
    ["too many rules", () => ({ rules: Array(101).fill(ruleId(0)) }), "rules", "Please keep this to 100 items."],
    ["an unknown prize", () => ({ wishes: [{ prizeId: NO_SUCH_ID }] }), "wishes", "This raffle has no such prize"],
    [
      "an unknown prize's note",
      () => ({ notes: [{ prizeId: NO_SUCH_ID, note: "" }] }),
      "wishes",
      "This raffle has no such",
    ],
    ["no wish", () => ({ wishes: [null] }), "wishes.0", itemUnreadable],
    ["no list of notes", () => ({ notes: {} }), "notes", "Please send this as a list."],
    [
      "an unknown status",
      () => ({ wishes: [{ prizeId: prizeId(0), status: "Won" }] }),
      "wishes.0.status",
      "Please choose",
    ],
    [
      "one prize twice",
      () => ({ wishes: [0, 0].map((n) => ({ prizeId: prizeId(n) })) }),
      "wishes",
      "This item is named twice",
    ],
    [
      "a long note",
      () => ({ notes: [{ prizeId: prizeId(0), note: "x".repeat(501) }] }),
      "notes.0.note",
      "Please shorten",
    ],
    ["nothing", () => ({}), "", "The request could not be read."],
    [
      "unknown fields alone",
      () => ({ entry: { firstName: "Eve" }, status: "Won" }),
      "",
      "The request could not be read.",
    ],
  ])("(%s) changes nothing and says why", async (_name, body, field, message) => {
    const before = await summary();
    const answer = await patch(body());
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid-fields" } });
    expect(Object.keys(answer.body.errors as object)).toEqual([field]);
    expect(answer.body.detail).toContain(message);
    expect(await summary()).toEqual(before);
  });

  it("is refused as a whole where one part of it is wrong", async () => {
    const before = await summary();
    await patch({ rules: [ruleId(1)], wishes: [{ prizeId: NO_SUCH_ID }] });
    expect(await summary()).toEqual(before);
  });

  it("comes too late after the due date, when the entry can still be read", async () => {
    const closed = await api.createRaffle();
    const code = await api.enter(closed);
    await database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [closed.id]);
    const answer = await patch({ rules: [closed.rules[0]?.id] }, code);
    expect(answer).toMatchObject({ status: 409, body: { code: "too-late", detail: TOO_LATE } });
    expect((await summary(code)).rules).toEqual(["Pending", "Pending"]);
  });
});

describe("a rule that was removed", () => {
  it("keeps its tick through changes, for the organiser to see", async () => {
    const shrinking = await api.createRaffle();
    const [remaining, removed] = shrinking.rules.map((rule) => rule.id);
    const code = await api.enter(shrinking, { rules: [removed] });
    await database.pool.query("delete from rules where id = $1", [removed]);
    expect((await patch({ rules: [remaining] }, code)).status).toBe(200);
    const { rows } = await database.pool.query("select done_rules from entries where entry_code = $1", [code]);
    expect(rows[0].done_rules.toSorted()).toEqual([remaining, removed].toSorted());
    expect(await patch({ rules: [removed] }, code)).toMatchObject({ status: 422 });
  });
});

describe("a code that two raffles hold", () => {
  let other: TestRaffle;

  beforeEach(async () => {
    other = await api.createRaffle();
    const code = await api.enter(other, { firstName: "Other" });
    await database.pool.query("update entries set entry_code = $1 where entry_code = $2", [entryCode, code]);
  });

  it("is nobody's until the raffle is named, by its code or id", async () => {
    for (const [method, body] of [["GET"], ["PATCH", { rules: [] }]] as const) {
      const answer = await api.ask(method, `/entries/${entryCode}`, body);
      expect(answer).toMatchObject({ status: 409, body: { code: "entry-code-ambiguous" } });
      expect(answer.body.detail).toBe(
        "This entry code exists in more than one raffle. Please open the raffle first and search there.",
      );
    }
    const named = (key: string) => api.ask("GET", `/entries/${entryCode}?raffle=${key}`);
    expect((await named(other.codeId.toLowerCase())).body.entry).toMatchObject({ firstName: "Other" });
    expect((await named(raffle.id)).body.entry).toMatchObject({ firstName: "Maria" });
    expect((await named("NOSUCHRA")).status).toBe(404);
    expect((await named("")).status).toBe(404);
  });

  it("changes the entry of the raffle that is named, and no other", async () => {
    const path = `/entries/${entryCode}?raffle=${other.codeId}`;
    expect((await api.ask("PATCH", path, { rules: [other.rules[1]?.id] })).status).toBe(200);
    const { rows } = await database.pool.query("select done_rules from entries where raffle_id = $1", [other.id]);
    expect(rows).toEqual([{ done_rules: [other.rules[1]?.id] }]);
  });
});

it("changes an entry sixty times an hour, and then for a puzzle each", async () => {
  const raffle = await api.createRaffle();
  const path = `/entries/${await api.enter(raffle)}?raffle=${raffle.codeId}`;
  const address = { "x-forwarded-for": "192.0.2.9" };
  const change = (n: number) => api.send("PATCH", path, { namedByTicket: n % 2 === 0 }, address);
  for (let n = 0; n < 60; n += 1) expect((await change(n)).status).toBe(200);
  const refused = await change(60);
  expect([refused.status, ((await refused.json()) as Problem).code]).toEqual([429, "challenge-required"]);
});

describe("guessing codes", () => {
  const MISSES = 15;

  it("has to solve a puzzle after 15 failures; what is no code, and what is right, does not count", async () => {
    const guesser = createTestApi(database.db);
    const guess = (code: string) => guesser.send("GET", `/entries/${code}`);
    for (let n = 0; n < MISSES - 1; n += 1) expect((await guess("WRONGCOD")).status).toBe(404);
    for (let n = 0; n < 5; n += 1) {
      expect((await guess("malformed")).status).toBe(404);
      expect((await guess(entryCode)).status).toBe(200);
    }
    expect((await guess("WRONGCOD")).status).toBe(404);
    const refused = await guess(entryCode);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(6 * 3_600);
    const { code, detail, challenge } = (await refused.json()) as Problem;
    expect([code, detail]).toEqual(["challenge-required", expect.stringContaining("x-altcha")]);
    const solution = { "x-altcha": await solveForApi(challenge as Challenge) };
    expect((await guesser.send("GET", `/entries/${entryCode}`, undefined, solution)).status).toBe(200);
  });
});
