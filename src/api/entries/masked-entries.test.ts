import type { Challenge } from "altcha-lib/types";
import { beforeEach, describe, expect, it } from "vitest";
import { ENTRY_CODES, ENTRY_CONTACTS } from "#src/access/codes/entry-code-attempts.ts";
import type { Problem } from "#src/http/problem.ts";
import { asOrganiser, createTestApi, type TestRaffle } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { solveForApi } from "../../../tests/support/robot-puzzle.ts";

const { database, ...api } = await openTestApi();
const raffle = await api.createRaffle();

describe("the person of an entry", () => {
  const PERSON = {
    firstName: "Maria",
    lastName: "Peña",
    address: "12 Rizal St, Iloilo City",
    phone: "0917 318 4567",
    email: "Maria.Masks@Gmail.com",
    facebook: "https://www.facebook.com/maria.pena",
    instagram: "https://www.instagram.com/maria.pena",
  };
  const MASKED = {
    firstName: "Maria",
    lastName: "P.",
    address: "•••",
    phone: "09•• ••• 4567",
    email: "M•••@Gmail.com",
    facebook: "•••",
    instagram: "•••",
    masked: true,
  };
  let own: TestRaffle;
  let code: string;

  beforeEach(async () => {
    own = await api.createRaffle();
    code = await api.enter(own, PERSON);
  });

  const read = (headers: Record<string, string> = {}) => api.ask("GET", `/entries/${code}`, undefined, headers);

  it("is masked for who has the code alone, also in the answer to a change", async () => {
    expect((await read()).body.entry).toMatchObject(MASKED);
    expect((await api.ask("PATCH", `/entries/${code}`, { rules: [] })).body.entry).toMatchObject(MASKED);
  });

  it.each([
    ["the phone", "+63 917-318-4567"],
    ["the e-mail", " maria.masks@GMAIL.com "],
  ])("is whole for who knows %s too, in any spelling", async (_name, typed) => {
    const contact = { "x-entrant-contact": typed };
    expect((await read(contact)).body.entry).toMatchObject({ ...PERSON, masked: false });
    const changed = await api.ask("PATCH", `/entries/${code}`, { rules: [] }, contact);
    expect(changed.body.entry).toMatchObject(PERSON);
  });

  it("is whole for its organiser, and not for another raffle's", async () => {
    expect((await read(asOrganiser(own.codeId, own.accessCode))).body.entry).toMatchObject(PERSON);
    const other = asOrganiser(raffle.codeId, raffle.accessCode);
    const answer = await api.send("GET", `/entries/${code}?raffle=${own.id}`, undefined, other);
    expect([answer.status, (await answer.text()).includes("Peña")]).toEqual([403, false]);
  });

  it.each(["0917 318 4568", "maria.masks@gmail.co", "Maria", "%00", "4567", "•••"])(
    "is refused, with nothing of it, to who sends %s",
    async (typed) => {
      const header = /^[ -~]*$/.test(typed) ? typed : encodeURIComponent(typed);
      for (const [method, body] of [["GET"], ["PATCH", { rules: [] }]] as const) {
        const answer = await api.ask(method, `/entries/${code}`, body, { "x-entrant-contact": header });
        expect(answer).toMatchObject({ status: 403, body: { code: "contact-mismatch" } });
        expect(JSON.stringify(answer.body)).not.toMatch(/Maria|P\.|4567/);
      }
    },
  );

  it("of a paper entry without phone and e-mail stays masked, whatever is sent", async () => {
    const organiser = asOrganiser(own.codeId, own.accessCode);
    expect((await api.ask("PATCH", `/entries/${code}`, { phone: "see paper", email: "none" }, organiser)).status).toBe(
      200,
    );
    for (const typed of ["see paper", "none", "null", ""]) {
      expect((await read({ "x-entrant-contact": typed })).status).toBe(403);
    }
    expect((await read()).body.entry).toMatchObject({ phone: "•••", email: "•••", masked: true });
  });

  describe("tried by guessing", () => {
    const guesser = createTestApi(database.db);
    const { subject } = ENTRY_CONTACTS;
    let network = 0;

    const guess = (typed: string, solution = "") => {
      const from = `2001:db8:${network++}::1`;
      const headers = { "x-entrant-contact": typed, "x-forwarded-for": from, "x-altcha": solution };
      return guesser.ask("GET", `/entries/${code}`, undefined, headers);
    };
    const miss = async (times: number) => {
      for (let n = 0; n < times; n += 1) expect((await guess(`maria${n}@gmail.com`)).status).toBe(403);
    };

    it("costs a puzzle after ten wrong ones for the entry from wherever; no other entry's and no look-up do", async () => {
      await miss(subject.free);
      expect(await guess(PERSON.phone)).toMatchObject({ status: 429, body: { code: "challenge-required" } });
      expect((await guesser.ask("GET", `/entries/${code}`)).body.entry).toMatchObject(MASKED);
      code = await guesser.enter(own);
      expect((await guess("maria@gmail.com")).status).toBe(403);
    });

    it("keeps nobody out who is right, also where looking codes up costs a puzzle too: one solution is for both", async () => {
      await miss(subject.free);
      for (let n = 0; n < ENTRY_CODES.site.free; n += 1) await guesser.site.entryAttempts.countFailure(`192.0.2.${n}`);
      const asked = await guess(PERSON.phone);
      expect(asked.status).toBe(429);
      const solution = await solveForApi((asked.body as Problem).challenge as Challenge);
      const answer = await guess(PERSON.phone, solution);
      expect([answer.status, answer.body.entry]).toEqual([200, expect.objectContaining(PERSON)]);
      // A solution pays for one wrong attempt.
      expect((await guess("maria@gmail.com", solution)).status).toBe(403);
      expect((await guess("maria@gmail.com", solution)).status).toBe(429);
    });
  });
});
