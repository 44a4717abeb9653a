import { beforeEach, describe, expect, it } from "vitest";
import { entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
let raffle: TestRaffle;

beforeEach(async () => {
  raffle = await api.createRaffle({ facebookLink: "required", instagramLink: "required" });
});

async function submit(body: unknown, codeId = raffle.codeId) {
  const response = await api.send("POST", `/raffles/${codeId}/entries`, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function countEntries(): Promise<number> {
  const { rows } = await database.pool.query("select count(*)::int as n from entries where raffle_id = $1", [
    raffle.id,
  ]);
  return rows[0].n;
}

function closeRaffle() {
  return database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
}

describe("a submission", () => {
  it("is stored whole: person, ticks and wishes", async () => {
    const [rule] = raffle.rules;
    const [prize] = raffle.prizes;
    const wish = { prizeId: prize?.id, note: "para kay Lola" };
    const note = { prizeId: raffle.prizes[1]?.id, note: "size L", status: "Unselected" };
    const body = entryBody({ rules: [rule?.id], wishes: [wish, note] });
    const stored = await submit(body);
    expect(stored.status).toBe(201);
    const contact = { "x-entrant-contact": String(body.phone) };
    const read = await api.send("GET", `/entries/${stored.body.entryCode}`, undefined, contact);
    expect(await read.json()).toMatchObject({
      entry: {
        codeId: raffle.codeId,
        firstName: "Maria",
        lastName: "Peña",
        phone: body.phone,
        email: body.email,
        sources: "Online",
        status: "Active",
      },
      rules: [
        { ruleId: rule?.id, status: "Done" },
        { ruleId: raffle.rules[1]?.id, status: "Pending" },
      ],
      wishes: [
        { prizeId: prize?.id, status: "Selected", note: "para kay Lola" },
        { prizeId: raffle.prizes[1]?.id, status: "Unselected", note: "size L" },
      ],
    });
  });

  it("sent again with its code after a lost answer is the same entry", async () => {
    const body = entryBody({ entryCode: "RETRYABC", wishes: [{ prizeId: raffle.prizes[0]?.id, note: "x" }] });
    const first = await submit(body);
    expect(await submit(body)).toEqual(first);
    expect(await countEntries()).toBe(1);
  });

  it("sent many times at once with its code is stored once and everybody hears so", async () => {
    const body = entryBody({ entryCode: "MANYTIME" });
    const answers = await Promise.all(Array.from({ length: 30 }, () => submit(body)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(await countEntries()).toBe(1);
  });

  it("sent again after the raffle closed is still the same entry, while a new one is refused", async () => {
    const body = entryBody({ entryCode: "LASTSECO" });
    await submit(body);
    await closeRaffle();
    expect((await submit(body)).status).toBe(201);
    const late = await submit(entryBody());
    expect(late).toMatchObject({
      status: 409,
      body: { code: "submission-closed", detail: "Submission is closed. The due date has passed." },
    });
  });

  it("with somebody else's code is a conflict", async () => {
    await submit(entryBody({ entryCode: "TAKENABC" }));
    const answer = await submit(entryBody({ entryCode: "TAKENABC" }));
    expect(answer).toMatchObject({ status: 409, body: { detail: "Entry code conflict. Please try again." } });
  });

  it("without a code gets another one where the one that was drawn exists already", async () => {
    await submit(entryBody({ entryCode: "DRAWNONE" }));
    // Forces two draws of a taken code. By chance this would need some hundred thousand entries.
    await database.pool.query(`
      create sequence draws;
      create function draw_a_taken_code() returns trigger language plpgsql as $$ begin
        if nextval('draws') <= 2 then new.entry_code := 'DRAWNONE'; end if;
        return new;
      end $$;
      create trigger draw_a_taken_code before insert on entries for each row execute function draw_a_taken_code()`);
    try {
      const answer = await submit(entryBody());
      expect(answer).toMatchObject({ status: 201, body: { entryCode: expect.not.stringMatching("DRAWNONE") } });
      expect(await countEntries()).toBe(2);
    } finally {
      await database.pool.query("drop function draw_a_taken_code cascade; drop sequence draws");
    }
  });

  it("with a used phone says nothing about whether its code exists", async () => {
    const used = entryBody({ entryCode: "EXISTING" });
    await submit(used);
    const probe = (entryCode: string) => submit(entryBody({ phone: used.phone, entryCode }));
    expect(await probe("EXISTING")).toEqual(await probe("FREECODE"));
  });

  it("names every field that needs attention, in the spec's words", async () => {
    const { status, body } = await submit({});
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      firstName: ["First name is required."],
      lastName: ["Last name is required."],
      address: ["Address is required."],
      phone: ["Phone number is required."],
      email: ["Email is required."],
      facebook: ["Invalid Facebook URL format.", "Please add your username at the end."],
      instagram: ["Invalid Instagram URL format.", "Please add your username at the end."],
      acceptTerms: ["Please confirm that you are 18 or older and agree to the terms."],
    });
  });

  it.each([
    ["phone", "12"],
    ["phone", "call me"],
    ["email", "nobody"],
    ["email", "two@at@signs.example"],
    ["facebook", "https://www.facebook.com/"],
    ["facebook", "https://evil.example/juan"],
    ["instagram", "https://www.instagram.com/has space"],
    ["firstName", "x".repeat(101)],
    ["firstName", "\u200b"],
    ["lastName", "null\u0000byte"],
    ["address", "half \ud800 a pair"],
    ["entryCode", "short"],
    ["rules", ["0198c0de-0000-7000-8000-000000000000"]],
    ["rules", ["nonsense"]],
    ["wishes", [{ prizeId: "0198c0de-0000-7000-8000-000000000000", note: "" }]],
    ["acceptTerms", false],
    ["promotions", "yes"],
  ])("with a bad %s (%j) is refused beside that field and stores nothing", async (field, value) => {
    const { status, body } = await submit(entryBody({ [field]: value }));
    expect(status).toBe(422);
    expect(Object.keys(body.errors as object).map((path) => path.split(".")[0])).toEqual([field]);
    expect(await countEntries()).toBe(0);
  });

  it("needs no links where the raffle makes them optional or does not ask", async () => {
    raffle = await api.createRaffle({ facebookLink: "optional", instagramLink: "not-asked" });
    const body = entryBody({ facebook: "https://www.facebook.com/", instagram: undefined });
    expect((await submit(body)).status).toBe(201);
  });

  it("to a raffle that does not exist is told so", async () => {
    expect(await submit(entryBody(), "NOSUCHRA")).toMatchObject({ status: 404, body: { detail: "Raffle not found." } });
  });

  it("never fails its neighbours of the same moment", async () => {
    const bodies = [entryBody(), entryBody({ phone: "no" }), entryBody(), entryBody({ entryCode: "NEIGHBOR" })];
    const answers = await Promise.all(bodies.map((body) => submit(body)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 422, 201, 201]);
  });
});
