import { describe, expect, it } from "vitest";
import { profileLink } from "#src/contact/social-link.ts";
import { RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { asOrganiser, entryBody, raffleBody } from "../../tests/support/api.ts";
import { asOneLine, INVISIBLE_TEXTS, NASTY_TEXTS, UNSTORABLE_TEXTS } from "../../tests/support/nasty-texts.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const api = await openTestApi({ RATE_LIMITS: "off" });
const raffle = await api.createRaffle({ facebookLink: "optional", instagramLink: "optional" });

const ALL_TEXTS = [...NASTY_TEXTS, ...INVISIBLE_TEXTS, ...UNSTORABLE_TEXTS, "x".repeat(6000), "\u{1f389}".repeat(3000)];

const INVISIBLE: ReadonlySet<string> = new Set(INVISIBLE_TEXTS);

type Refused = { code: string; detail: string; errors?: Record<string, string[]> };

/** Checks that an answer is a helpful refusal, and returns it. */
async function refusal(response: Response): Promise<Refused> {
  const text = await response.text();
  expect([response.status, text]).toEqual([expect.toSatisfy((status) => status >= 400 && status < 500), text]);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const body = JSON.parse(text) as Refused;
  expect(body).toMatchObject({ status: response.status, code: expect.stringMatching(/^[a-z-]+$/) });
  for (const sentence of [body.detail, ...Object.values(body.errors ?? {}).flat()]) {
    // A sentence of ours, never a catalogue key or a library's own words.
    expect(sentence).toMatch(/^[A-Z].+[.!]$/);
    expect(sentence).not.toMatch(/invalid input|expected|received|undefined|\{\{/i);
  }
  return body;
}

const submit = (body: unknown) => api.send("POST", `/raffles/${raffle.codeId}/entries`, body);

async function storedEntry(response: Response) {
  const { entryCode } = (await response.json()) as { entryCode: string };
  const answer = await api.send(
    "GET",
    `/entries/${entryCode}`,
    undefined,
    asOrganiser(raffle.codeId, raffle.accessCode),
  );
  return (await answer.json()) as { entry: Record<string, unknown>; wishes: { note: string }[] };
}

describe("an entry's free text", () => {
  it.each(["firstName", "lastName", "address"])("in %s comes back as it was typed, in one line", async (field) => {
    for (const text of NASTY_TEXTS) {
      const response = await submit(entryBody({ [field]: `  ${text}\n` }));
      const stored = asOneLine(text);
      expect([text, response.status]).toEqual([text, stored === null ? 422 : 201]);
      if (stored !== null) expect((await storedEntry(response)).entry[field]).toBe(stored);
    }
  });

  it("in a wish's note comes back as it was typed, in one line", async () => {
    for (const text of NASTY_TEXTS) {
      const response = await submit(entryBody({ wishes: [{ prizeId: raffle.prizes[0]?.id, note: text }] }));
      const stored = asOneLine(text);
      expect([text, response.status]).toEqual([text, stored === null ? 422 : 201]);
      if (stored !== null) expect((await storedEntry(response)).wishes[0]?.note).toBe(stored);
    }
  });

  it.each(["firstName", "lastName", "address"])(
    "in %s is refused there when it is nothing or cannot be stored",
    async (field) => {
      for (const text of [...INVISIBLE_TEXTS, ...UNSTORABLE_TEXTS, "x".repeat(301), "\u{1f389}".repeat(151)]) {
        const { errors = {} } = await refusal(await submit(entryBody({ [field]: text })));
        expect([text, Object.keys(errors)]).toEqual([text, [field]]);
      }
    },
  );
});

describe("an entry's fields of a certain form", () => {
  it.each(["phone", "email", "facebook", "instagram", "entryCode"])(
    "%s takes a text as typed, links as the profile that it names, or says what is wrong",
    async (field) => {
      const isLink = field === "facebook" || field === "instagram";
      const storedOf = (text: string) => (isLink ? profileLink(field, asOneLine(text) ?? "") : asOneLine(text));
      for (const text of ALL_TEXTS) {
        const response = await submit(entryBody({ [field]: text }));
        if (response.status === 201)
          expect((await storedEntry(response)).entry[field]).toBe(INVISIBLE.has(text) ? "" : storedOf(text));
        else expect([text, Object.keys((await refusal(response)).errors ?? {})]).toEqual([text, [field]]);
      }
    },
  );
});

describe("a raffle's free text", () => {
  it("comes back as it was typed, wherever it may stand", async () => {
    const prizes = NASTY_TEXTS.map((text, index) => ({
      prizeCode: text.length <= 40 && asOneLine(text) !== null ? text : `#${index}`,
      name: asOneLine(text) === null ? "x" : text,
      details: text,
      orderNumber: index,
    }));
    const rules = NASTY_TEXTS.map((text, index) => ({ details: text, number: index }));
    const sources = NASTY_TEXTS.filter((text) => asOneLine(text) !== null && !text.includes(",")).slice(0, 50);
    const created = await api.createRaffle({ details: NASTY_TEXTS.join(" "), prizes, rules, sources });
    expect(created).toMatchObject({ details: NASTY_TEXTS.join(" ").trim(), sources: sources.map(asOneLine) });
    expect(created.prizes).toMatchObject(
      prizes.map((prize) => ({ prizeCode: asOneLine(prize.prizeCode)?.normalize("NFC"), name: asOneLine(prize.name) })),
    );
    expect(created.prizes.map((prize) => prize.details)).toEqual([...NASTY_TEXTS]);
    expect(created.rules.map((rule) => rule.details)).toEqual([...NASTY_TEXTS]);
  });

  it("in its name comes back as it was typed", async () => {
    // Each name joins as many texts as fit.
    const names: { typed: string; stored: string }[] = [];
    for (const text of NASTY_TEXTS) {
      const stored = asOneLine(text);
      if (stored === null) continue;
      const last = names.at(-1);
      const longer = { typed: `${last?.typed}|${text}`, stored: `${last?.stored}|${stored}` };
      if (last && longer.typed.length <= RAFFLE_FIELDS.name.maxLength) names[names.length - 1] = longer;
      else names.push({ typed: text, stored: stored });
    }
    for (const { typed, stored } of names)
      expect(await api.createRaffle({ name: typed })).toMatchObject({ name: stored });
  });

  const listed = (field: string, text: string) => ({ prizeCode: "A", name: "a", details: "b", [field]: text });

  it.each<[string, (text: string) => Record<string, unknown>, boolean]>([
    ["name", (text) => ({ name: text }), true],
    ["details", (text) => ({ details: text }), true],
    ["prizes.0.prizeCode", (text) => ({ prizes: [listed("prizeCode", text)] }), true],
    ["prizes.0.name", (text) => ({ prizes: [listed("name", text)] }), true],
    ["prizes.0.details", (text) => ({ prizes: [listed("details", text)] }), false],
    ["rules.0.details", (text) => ({ rules: [listed("details", text)] }), true],
    ["sources.0", (text) => ({ sources: [text] }), false],
  ])("in %s is refused there when it is nothing or cannot be stored", async (field, changes, required) => {
    const texts = [
      ...UNSTORABLE_TEXTS,
      "x".repeat(6000),
      "\u{1f389}".repeat(3000),
      ...(required ? INVISIBLE_TEXTS : []),
    ];
    for (const text of texts) {
      const { errors = {} } = await refusal(await api.send("POST", "/raffles", raffleBody(changes(text))));
      expect([text, Object.keys(errors)]).toEqual([text, [field]]);
    }
  });
});

describe("a raffle's fields of a certain form", () => {
  it.each<[string, (text: string) => Record<string, unknown>]>([
    ["dueDate", (text) => ({ dueDate: text })],
    ["drawDate", (text) => ({ drawDate: text })],
    ["status", (text) => ({ status: text })],
    ["facebookLink", (text) => ({ facebookLink: text })],
    ["prizes.0.worth", (text) => ({ prizes: [{ prizeCode: "A", name: "a", worth: text }] })],
    ["prizes.0.numberOfWinners", (text) => ({ prizes: [{ prizeCode: "A", name: "a", numberOfWinners: text }] })],
    ["prizes.0.orderNumber", (text) => ({ prizes: [{ prizeCode: "A", name: "a", orderNumber: text }] })],
    ["rules.0.drops", (text) => ({ rules: [{ details: "a", drops: text }] })],
    ["prizes", (text) => ({ prizes: text })],
    ["rules", (text) => ({ rules: text })],
  ])("%s takes a text or says what is wrong", async (field, changes) => {
    for (const text of ALL_TEXTS) {
      // With an empty name, so that a valid text creates no raffle.
      const { errors = {} } = await refusal(
        await api.send("POST", "/raffles", { ...raffleBody(changes(text)), name: "" }),
      );
      expect([text, Object.keys(errors).filter((key) => key !== "name" && key !== field)]).toEqual([text, []]);
    }
  });
});
