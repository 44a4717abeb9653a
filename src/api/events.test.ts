import { beforeEach, describe, expect, it } from "vitest";
import { asOrganiser, createTestApi, type TestApi } from "../../tests/support/api.ts";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const { database } = await openTestApi();
let api: TestApi;

beforeEach(() => {
  // Attempts are counted per API instance: each test starts without any.
  api = createTestApi(database.db, { ORIGIN: "https://raffles.example", PORT: "3000" });
});

type Codes = { id: string; code: string; accessCode: string };

async function createEvent(changes: Record<string, unknown> = {}): Promise<Codes> {
  const created = await api.ask("POST", "/events", eventBody(changes));
  expect(created.status).toBe(201);
  return created.body as Codes;
}

const wrongFor = (accessCode: string) => (accessCode === "ZZZZ" ? "YYYY" : "ZZZZ");

let identifiers = 0;
function newIdentifier(): string {
  identifiers += 1;
  return `Flash-${identifiers}`;
}

describe("creating an event", () => {
  it("gives its codes, the access code for the only time", async () => {
    const { body, status, headers } = await api.ask("POST", "/events", eventBody({ code: "MYCODE" }));
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual(["accessCode", "code", "id"]);
    expect(body.code).toMatch(/^[A-Z0-9]{6}$/);
    expect(body.code).not.toBe("MYCODE");
    expect(body.accessCode).toMatch(/^[A-Z0-9]{4}$/);
    expect(headers.get("location")).toBe(`/api/events/${body.code}`);
    expect(headers.get("cache-control")).toBe("no-store");
    const read = await api.ask("GET", `/events/${String(body.code).toLowerCase()}`);
    expect(read.body).toEqual({
      ...eventBody(),
      id: body.id,
      code: body.code,
      raffleIdentifier: "",
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(read.headers.get("etag")).toBe('"1"');
  });

  it("stores no access code in the clear", async () => {
    const { accessCode, id } = await createEvent();
    const [row] = await database.db.selectFrom("events").selectAll().where("id", "=", id).execute();
    expect(row?.accessCodeHash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(`"${accessCode}"`);
  });

  it("takes the required fields alone, trimmed", async () => {
    const body = { title: "  Bingo ", src: " https://example.com/a ", srcDraw: "https://example.org/b" };
    const { body: created, status } = await api.ask("POST", "/events", body);
    expect(status).toBe(201);
    const read = await api.ask("GET", `/events/${created.code}`);
    expect(read.body).toMatchObject({
      title: "Bingo",
      src: "https://example.com/a",
      srcCreateVoucherLink: "",
      srcCreateVoucherValidateLink: "",
    });
  });

  it("asks for what is missing with the specified sentence", async () => {
    for (const body of [{}, eventBody({ title: " " }), eventBody({ src: "" }), eventBody({ srcDraw: null })]) {
      const answer = await api.ask("POST", "/events", body);
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        422,
        "event-fields-required",
        "❌ Please fill in all fields.",
      ]);
    }
    const { body } = await api.ask("POST", "/events", {});
    expect(Object.keys(body.errors as object)).toEqual(["title", "src", "srcDraw"]);
  });

  it("refuses links that cannot be framed safely, each beside its field", async () => {
    const bad = {
      src: "http://example.com/",
      srcDraw: "https://raffles.example/create-event",
      srcCreateVoucherLink: "https://user:pass@example.com/",
      srcCreateVoucherValidateLink: "javascript:alert(1)",
    };
    const { status, body } = await api.ask("POST", "/events", eventBody(bad));
    expect([status, body.code]).toEqual([422, "invalid-fields"]);
    expect(body.reasons).toEqual({
      src: [{ key: "linkNotHttps" }],
      srcDraw: [{ key: "linkOurs" }],
      srcCreateVoucherLink: [{ key: "linkWithPassword" }],
      srcCreateVoucherValidateLink: [{ key: "linkInvalid" }],
    });
    for (const src of ["http://localhost:3000/", "https://raffles.example./x"]) {
      expect((await api.ask("POST", "/events", eventBody({ src }))).body.reasons).toEqual({
        src: [{ key: "linkOurs" }],
      });
    }
  });

  it("refuses what is too long, of another type, or cannot be stored", async () => {
    const longest = `https://example.com/${"x".repeat(1980)}`;
    await createEvent({ src: longest, title: "🎉".repeat(60) });
    const bad = [
      { src: `${longest}x` },
      { title: "x".repeat(121) },
      { title: 7 },
      { src: ["https://example.com"] },
      { srcDraw: "https://example.com/\u0000" },
      { title: "\ud800" },
      { raffleIdentifier: "x".repeat(41) },
      { raffleIdentifier: "../admin" },
      { raffleIdentifier: "ſ" },
      { raffleIdentifier: "01890a5d-ac96-774b-bcce-b302099a8057" },
    ];
    for (const changes of bad) {
      const answer = await api.ask("POST", "/events", eventBody(changes));
      expect([changes, answer.status, answer.body.code]).toEqual([changes, 422, "invalid-fields"]);
      expect(Object.keys(answer.body.errors as object)).toEqual(Object.keys(changes));
    }
    for (const body of ["[]", "null", "7", '"x"']) expect((await api.send("POST", "/events", body)).status).toBe(422);
    expect((await api.send("POST", "/events", "{")).status).toBe(400);
    expect((await api.send("POST", "/events", "a=b", { "content-type": "text/plain" })).status).toBe(415);
  });
});

describe("an event's raffle identifier", () => {
  it("belongs to one event, in any case, also when two ask for it at once", async () => {
    const raffleIdentifier = newIdentifier();
    const tries = Array.from({ length: 8 }, () => api.ask("POST", "/events", eventBody({ raffleIdentifier })));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    const other = eventBody({ raffleIdentifier: raffleIdentifier.toLowerCase() });
    const refused = await api.ask("POST", "/events", other);
    expect(refused.body).toMatchObject({
      code: "raffle-identifier-taken",
      reasons: { raffleIdentifier: [{ key: "raffleIdentifierTaken" }] },
    });
  });

  it("cannot be a raffle's, so that nobody leads its visitors away", async () => {
    const { codeId } = await api.createRaffle();
    const refused = await api.ask("POST", "/events", eventBody({ raffleIdentifier: codeId.toLowerCase() }));
    expect([refused.status, refused.body.code]).toEqual([409, "raffle-identifier-taken"]);
    const { code, accessCode } = await createEvent();
    const change = await api.ask(
      "PATCH",
      `/events/${code}`,
      { raffleIdentifier: codeId },
      asOrganiser(code, accessCode),
    );
    expect([change.status, change.body.code]).toEqual([409, "raffle-identifier-taken"]);
  });

  it("can be given up, and taken by another", async () => {
    const raffleIdentifier = newIdentifier();
    const { code, accessCode } = await createEvent({ raffleIdentifier });
    const another = await createEvent();
    const take = () =>
      api.ask("PATCH", `/events/${another.code}`, { raffleIdentifier }, asOrganiser(another.code, another.accessCode));
    expect((await take()).status).toBe(409);
    await api.ask("PATCH", `/events/${code}`, { raffleIdentifier: "" }, asOrganiser(code, accessCode));
    expect((await take()).body.raffleIdentifier).toBe(raffleIdentifier.toUpperCase());
  });
});

describe("changing an event", () => {
  it("needs its access code", async () => {
    const { code, accessCode } = await createEvent();
    const other = await createEvent();
    const raffle = await api.createRaffle();
    const change = (headers: Record<string, string>) => api.ask("PATCH", `/events/${code}`, { title: "Mine" }, headers);
    const strangers = [
      {},
      asOrganiser(code, wrongFor(accessCode)),
      asOrganiser(code, ""),
      asOrganiser(other.code, other.accessCode),
      asOrganiser(raffle.codeId, raffle.accessCode),
      { authorization: "Digest x" },
      { cookie: `desk=${code}~1~x` },
    ];
    for (const headers of strangers) {
      const answer = await change(headers);
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, "access-code-mismatch"]);
    }
    expect((await api.ask("GET", `/events/${code}`)).body.title).toBe("Fiesta Bingo Night");
    expect((await change(asOrganiser(code.toLowerCase(), ` ${accessCode.toLowerCase()} `))).status).toBe(200);
  });

  it("keeps what is left out and what is not the organiser's to change, and is in the audit log", async () => {
    const { id, code, accessCode } = await createEvent();
    const change = { title: "Bingo!", srcCreateVoucherLink: "", code: "AAAAAA", id: "x", accessCodeHash: "x" };
    const { status, body, headers } = await api.ask("PATCH", `/events/${code}`, change, asOrganiser(code, accessCode));
    expect([status, headers.get("etag")]).toEqual([200, '"2"']);
    const after = { title: "Bingo!", srcCreateVoucherLink: "" };
    expect(body).toMatchObject({ ...eventBody(), ...after, id, code, version: 2 });
    const log = await database.db.selectFrom("auditLog").selectAll().where("scopeId", "=", id).execute();
    const before = { title: "Fiesta Bingo Night", srcCreateVoucherLink: "https://example.com/vouchers" };
    expect(log).toMatchObject([{ action: "edit-event", actor: "access code", subject: code, before, after }]);
    // Sending the same values again is not a change.
    await api.ask("PATCH", `/events/${code}`, change, asOrganiser(code, accessCode));
    expect(await database.db.selectFrom("auditLog").selectAll().where("scopeId", "=", id).execute()).toHaveLength(1);
  });

  it("overwrites nobody who saved meanwhile, where it says which version it changes", async () => {
    const { code, accessCode } = await createEvent();
    const auth = asOrganiser(code, accessCode);
    const both = ["One", "Two"].map((title) => api.ask("PATCH", `/events/${code}`, { title, version: 1 }, auth));
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = await api.ask("PATCH", `/events/${code}`, { title: "Three" }, { ...auth, "if-match": '"1"' });
    expect([late.status, late.body.code]).toEqual([409, "event-conflict"]);
    expect((await api.ask("PATCH", `/events/${code}`, { title: "Three" }, { ...auth, "if-match": '"2"' })).status).toBe(
      200,
    );
    expect((await api.ask("PATCH", `/events/${code}`, { version: "x" }, auth)).status).toBe(422);
    // Equal values overwrite nobody's change, so even an old version is accepted.
    const again = await api.ask("PATCH", `/events/${code}`, { title: "Three", version: 1 }, auth);
    expect([again.status, again.body.version]).toEqual([200, 3]);
  });

  it("keeps what another sent at the same time for another field, or refuses", async () => {
    const { code, accessCode } = await createEvent();
    const auth = asOrganiser(code, accessCode);
    const sent = [{ title: "One" }, { srcCreateVoucherLink: "https://example.com/two" }];
    const both = await Promise.all(sent.map((fields) => api.ask("PATCH", `/events/${code}`, fields, auth)));
    const stored = (await api.ask("GET", `/events/${code}`)).body;
    for (const [at, { status }] of both.entries()) {
      if (status === 200) expect(stored).toMatchObject(sent[at] ?? {});
      else expect(status).toBe(409);
    }
    expect(both.some(({ status }) => status === 200)).toBe(true);
  });

  it("is checked like a new one", async () => {
    const { code, accessCode } = await createEvent();
    const auth = asOrganiser(code, accessCode);
    const change = (body: unknown) => api.ask("PATCH", `/events/${code}`, body, auth);
    expect((await change({ src: "http://example.com" })).body.reasons).toEqual({ src: [{ key: "linkNotHttps" }] });
    expect((await change({ srcDraw: "" })).body.detail).toBe("❌ Please fill in all fields.");
    for (const body of ["[]", "null", "7"]) expect((await change(body)).status).toBe(422);
  });

  it("makes a guesser wait, also when the guess is right", async () => {
    const { code, accessCode } = await createEvent();
    const wrong = asOrganiser(code, wrongFor(accessCode));
    for (let n = 0; n < 25; n += 1) {
      await api.ask("PATCH", `/events/${code}`, {}, { ...wrong, "x-forwarded-for": `198.18.${n}.1` });
    }
    const refused = await api.ask("PATCH", `/events/${code}`, {}, asOrganiser(code, accessCode));
    expect([refused.status, refused.body.code]).toEqual([429, "too-many-requests"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

it("an unknown event is said to be so", async () => {
  for (const [method, path] of [
    ["GET", "/events/NOSUCH"],
    ["GET", "/events/%00"],
    ["GET", "/events/NOSUCHEVENT"],
    ["PATCH", "/events/NOSUCH"],
  ] as const) {
    const answer = await api.ask(method, path, method === "PATCH" ? {} : undefined);
    expect([path, answer.status, answer.body.detail]).toEqual([path, 404, "⚠️ Event not found."]);
  }
});
