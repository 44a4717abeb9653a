import { describe, expect, it } from "vitest";
import { hashAccessCode } from "#src/access/codes/access-code.ts";
import { raffleBody, type TestAnswer, type TestRaffle } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const NO_SUCH_ID = "0198c0de-0000-7000-8000-000000000000";

const PRIZE = { prizeCode: "HAM", name: "Ham" };

const { database, ...api } = await openTestApi();
const raffle = await api.createRaffle();

const create = (changes: Record<string, unknown> = {}) => api.ask("POST", "/raffles", raffleBody(changes));

describe("creating a raffle", () => {
  it("answers with its id, its code and the access code, once", async () => {
    const { status, headers, body } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      codeId: expect.stringMatching(/^[A-Z0-9]{8}$/),
      accessCode: expect.stringMatching(/^[A-Z0-9]{4}$/),
      drawDate: raffleBody().drawDate,
      drawMoved: false,
    });
    expect(headers.get("location")).toBe(`/api/raffles/${body.codeId}`);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("moves a draw date that leaves no time to check entries and to publish the list", async () => {
    const early = { dueDate: "2130-12-24T10:00:00Z", drawDate: "2130-12-24T10:00:00Z" };
    const { body } = await create(early);
    expect(body).toMatchObject({ drawDate: "2130-12-24T13:00:00.000Z", drawMoved: true });
    expect((await api.ask("GET", `/raffles/${body.codeId}`)).body).toMatchObject({
      ...{ drawDate: "2130-12-24T13:00:00.000Z", checkMinutes: 120 },
      timeline: {
        closes: "2130-12-24T10:00:00.000Z",
        lock: "2130-12-24T12:00:00.000Z",
        draw: "2130-12-24T13:00:00.000Z",
      },
    });
    const last = { dueDate: "9999-12-31T22:00:00Z", drawDate: "9999-12-31T22:00:00Z" };
    expect((await create(last)).body).toMatchObject({ status: 422, errors: { drawDate: expect.anything() } });
  });

  it("needs no more than the spec's required fields", async () => {
    const { name, details, dueDate, drawDate } = raffleBody();
    const { body } = await api.ask("POST", "/raffles", { name, details, dueDate, drawDate, prizes: [PRIZE] });
    expect((await api.ask("GET", `/raffles/${body.codeId}`)).body).toMatchObject({
      status: "Unpublished",
      sources: ["Online"],
      facebookLink: "optional",
      instagramLink: "optional",
      rules: [],
      prizes: [{ ...PRIZE, details: "", worth: "", numberOfWinners: 1, orderNumber: 1 }],
    });
  });

  it("numbers what came without a number by its place, and gives a rule one drop", async () => {
    const prizes = [
      { prizeCode: "A", name: "a" },
      { prizeCode: "B", name: "b", orderNumber: "" },
    ];
    const { body } = await create({
      prizes,
      rules: [{ details: "one" }, { details: "two", number: null, drops: "5" }],
    });
    const stored = (await api.ask("GET", `/raffles/${body.codeId}`)).body;
    expect(stored.prizes).toMatchObject([{ orderNumber: 1 }, { orderNumber: 2 }]);
    expect(stored.rules).toMatchObject([
      { number: 1, drops: 1 },
      { number: 2, drops: 5 },
    ]);
  });

  it("splits and trims sources that come as one text, and takes each once", async () => {
    const { body } = await create({ sources: " Online, Facebook Live ,, Booth,Online" });
    expect((await api.ask("GET", `/raffles/${body.codeId}`)).body.sources).toEqual([
      "Online",
      "Facebook Live",
      "Booth",
    ]);
  });

  it("reads dates without an offset in the site's time zone", async () => {
    const { body } = await create({ dueDate: "2030-12-24", drawDate: "2030-12-25T18:00" });
    expect((await api.ask("GET", `/raffles/${body.codeId}`)).body).toMatchObject({
      dueDate: "2030-12-24T15:59:59.000Z",
      drawDate: "2030-12-25T10:00:00.000Z",
    });
  });

  it("keeps a prize's worth as it was typed", async () => {
    const worths = ["1,500.00", "0.00", "0", "", "1500", "99.9", 25, null, "1,2,3"];
    const prizes = worths.map((worth, index) => ({ prizeCode: String(index), name: "x", worth }));
    const { body } = await create({ prizes });
    const stored = (await api.ask("GET", `/raffles/${body.codeId}`)).body.prizes as { worth: string }[];
    expect(stored.map((prize) => prize.worth)).toEqual(worths.map((worth) => String(worth ?? "")));
  });
});

describe("the access code", () => {
  it("is in no later answer", async () => {
    const { body } = await create();
    const answers = await Promise.all([
      api.send("GET", `/raffles/${body.codeId}`),
      api.send("GET", `/raffles/${body.id}`),
      api.send("GET", "/raffles"),
    ]);
    for (const answer of answers) {
      expect([...answer.headers].join()).not.toContain(body.accessCode);
      const text = await answer.text();
      expect(text).not.toContain(`"${body.accessCode}"`);
      expect(text).not.toMatch(/access|hash/i);
    }
  });

  it("is in the database as its keyed hash alone", async () => {
    const { body } = await create();
    const accessCode = String(body.accessCode);
    const { rows } = await database.pool.query("select * from raffles where id = $1", [body.id]);
    const { access_code_hash: hash, ...others } = rows[0];
    expect(hash.equals(hashAccessCode(api.site.secret, String(body.id), accessCode))).toBe(true);
    expect(hash.equals(hashAccessCode(Buffer.alloc(32, 8), String(body.id), accessCode))).toBe(false);
    expect(Object.values(others).map(String)).not.toContain(accessCode);
    expect(hash.includes(accessCode)).toBe(false);
  });
});

describe("reading a raffle", () => {
  it.each([
    ["its id", () => raffle.id],
    ["its id in capitals", () => raffle.id.toUpperCase()],
    ["its code", () => raffle.codeId],
    ["its code in small letters", () => raffle.codeId.toLowerCase()],
  ])("works by %s", async (_name, key) => {
    expect((await api.ask("GET", `/raffles/${key()}`)).body).toMatchObject({
      id: raffle.id,
      codeId: raffle.codeId,
      open: true,
    });
  });

  it("shows prizes by order number, then code, and rules by number, each as integers", async () => {
    const prizes = [10, 9, 9].map((orderNumber, index) => ({ prizeCode: "cba"[index], name: "x", orderNumber }));
    const rules = [10, 2, 9].map((number) => ({ number, details: `rule ${number}` }));
    const { body } = await create({ prizes, rules });
    const stored = (await api.ask("GET", `/raffles/${body.codeId}`)).body as unknown as TestRaffle;
    expect(stored.prizes.map((prize) => prize.prizeCode)).toEqual(["a", "b", "c"]);
    expect(stored.rules.map((rule) => rule.number)).toEqual([2, 9, 10]);
  });

  it("finds an unpublished one by its code, which the list does not show", async () => {
    const { body } = await create({ status: "Unpublished" });
    expect((await api.ask("GET", `/raffles/${body.codeId}`)).body.status).toBe("Unpublished");
    const list = (await api.ask("GET", "/raffles")).body as unknown as TestRaffle[];
    expect(list.map((item) => item.codeId)).toContain(raffle.codeId);
    expect(list.map((item) => item.codeId)).not.toContain(body.codeId);
  });

  it.each([NO_SUCH_ID, "NOSUCHRA"])("answers %s with the spec's message", async (key) => {
    const { status, body, headers } = await api.ask("GET", `/raffles/${key}`);
    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(body).toEqual({ title: "Not Found", status: 404, detail: "Raffle not found.", code: "raffle-not-found" });
  });

  it("says whether entries are taken, by the database's clock", async () => {
    const { body } = await create();
    await database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [body.id]);
    expect((await api.ask("GET", `/raffles/${body.codeId}`)).body.open).toBe(false);
  });
});

describe("the public list", () => {
  it("comes in pages: open ones first, the soonest to close on top, each once", async () => {
    await database.pool.query(`
      insert into raffles (id, code_id, access_code_hash, name, details, due_date, draw_date, status)
      select gen_random_uuid(), 'PAGE' || lpad(n::text, 4, '0'), decode(repeat('00', 32), 'hex'), 'x', 'x',
        now() + (n - 30.5) * interval '1 day', now() + interval '99 days', 'Published'
      from generate_series(1, 60) n`);
    const pages: TestAnswer[] = [];
    for (let path: string | undefined = "/raffles"; path !== undefined; ) {
      const page: TestAnswer = await api.ask("GET", path);
      pages.push(page);
      path = /^<(\/raffles\?after=[\w-]+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    const codes = pages.flatMap((page) => page.body as unknown as TestRaffle[]).map((item) => item.codeId);
    const paged = codes.filter((code) => code.startsWith("PAGE"));
    const due = (n: number) => `PAGE${String(n).padStart(4, "0")}`;
    const open = Array.from({ length: 30 }, (_, index) => due(31 + index));
    const closed = Array.from({ length: 30 }, (_, index) => due(30 - index));
    expect(paged).toEqual([...open, ...closed]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(pages.length).toBe(3);
    await database.pool.query("delete from raffles where code_id like 'PAGE%'");
  });

  it.each(["0", "abc", "", "W10", "bnVsbA", "WzEsMiwzXQ"])(
    "is at its end after what is no place: %j",
    async (after) => {
      expect((await api.ask("GET", `/raffles?after=${after}`)).body).toEqual([]);
    },
  );
});
