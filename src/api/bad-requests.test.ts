import { describe, expect, it } from "vitest";
import { asOrganiser, entryBody, raffleBody } from "../../tests/support/api.ts";
import { startCpuClock } from "../../tests/support/cpu-time.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const api = await openTestApi();
const raffle = await api.createRaffle();
const entryCode = await api.enter(raffle);
const organiser = asOrganiser(raffle.codeId, raffle.accessCode);

const DOORS: readonly [name: string, method: string, path: string, headers: Record<string, string>][] = [
  ["creating a raffle", "POST", "/raffles", {}],
  ["joining a raffle", "POST", `/raffles/${raffle.codeId}/entries`, {}],
  ["changing an entry", "PATCH", `/entries/${entryCode}`, {}],
  ["correcting an entry", "PATCH", `/entries/${entryCode}`, organiser],
];

async function expectProblem(response: Response, status: number, code: string): Promise<Record<string, unknown>> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, text]);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body).toMatchObject({ status, code, detail: expect.stringMatching(/^[A-Z].+[.!]$/) });
  expect(text).not.toMatch(/invalid input|expected|received|at position|zod/i);
  return body;
}

const bytes = (...values: number[]) => Uint8Array.from(values);

describe.each(DOORS)("%s", (_name, method, path, headers) => {
  const sendAs = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
    api.send(method, path, body, { ...headers, "content-type": type });
  const sendJson = (body: string | Uint8Array<ArrayBuffer>) => sendAs("application/json", body);

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["nothing", ""],
    ["spaces", "  \n"],
    ["words", "firstName=Juan"],
    ["a cut object", '{"name":"Juan"'],
    ["single quotes", "{'name':'Juan'}"],
    ["a comma too many", '{"name":"Juan",}'],
    ["NaN", '{"name":NaN}'],
    ["a comment", '{/* hi */"name":"Juan"}'],
    ["a line break in a text", '{"name":"Juan\nCruz"}'],
    ["half an escape", '{"name":"\\u12"}'],
    ["two values", "{}{}"],
    ["a null byte", '{"name":\u0000}'],
    ["brackets that never close", "[".repeat(100_000)],
    ["bytes that are no UTF-8", bytes(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
    ["an overlong null byte", bytes(0x22, 0xc0, 0x80, 0x22)],
    ["a surrogate in UTF-8", bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ["UTF-16", new Uint8Array(Buffer.from('{"name":"Juan"}', "utf16le"))],
    ["a compressed body", bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3)],
  ])("with %s for JSON is told to send JSON", async (_what, body) => {
    const answer = await expectProblem(await sendJson(body), 400, "body-invalid");
    expect(answer.detail).toBe("The request could not be read. Please send well-formed JSON in UTF-8.");
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "text/json; application/json",
    "",
  ])("as %j is told what to send", async (type) => {
    const response = await sendAs(type, "{}");
    await expectProblem(response, 415, "media-type-unsupported");
  });

  it.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/merge-patch+json"])(
    "as %s is read",
    async (type) => {
      await expectProblem(await sendAs(type, "null"), 422, "invalid-fields");
    },
  );

  it.each([
    "null",
    "true",
    "0",
    "-1e400",
    '"text"',
    "[]",
    "[[]]",
    '[{"name":"x"}]',
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  ])("with a body that is no object (%.20s) is refused", async (body) => {
    const answer = await expectProblem(await sendJson(body), 422, "invalid-fields");
    expect(answer.detail).toBe("The request could not be read. Please send well-formed JSON in UTF-8.");
  });

  it("with objects in objects without end is refused", async () => {
    const deep = `${'{"rules":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    expect((await sendJson(deep)).status).toBe(422);
  });

  it.each(["rules", "wishes", "notes", "prizes", "sources"])(
    "with a hundred thousand wrong %s gets a short answer soon",
    async (list) => {
      const spent = startCpuClock();
      const response = await api.send(method, path, { [list]: Array(100_000).fill(0) }, headers);
      // An entrant may not send sources at all.
      expect([403, 422]).toContain(response.status);
      expect((await response.text()).length).toBeLessThan(50_000);
      expect(spent()).toBeLessThan(3000);
    },
  );
});

describe("keys that are no fields", () => {
  it("are left out, and reach nobody's prototype", async () => {
    const inherited = `"__proto__":{"polluted":true,"status":"Won"},"constructor":{"prototype":{"polluted":true}}`;
    const withKeys = (body: Record<string, unknown>) => JSON.stringify(body).replace("{", `{${inherited},`);
    const joined = await api.send(
      "POST",
      `/raffles/${raffle.codeId}/entries`,
      withKeys(entryBody({ id: "x", status: "Won", sources: "x" })),
    );
    expect(joined.status).toBe(201);
    const answer = await api.send("GET", `/entries/${((await joined.json()) as { entryCode: string }).entryCode}`);
    expect(await answer.json()).toMatchObject({ entry: { status: "Active", sources: "Online" } });
    const created = await api.send(
      "POST",
      "/raffles",
      withKeys(raffleBody({ codeId: "MYOWNCOD", accessCode: "AAAA" })),
    );
    expect(await created.json()).not.toMatchObject({ codeId: "MYOWNCOD" });
    expect("polluted" in {}).toBe(false);
  });

  it("do not stand in for fields", async () => {
    const body = JSON.stringify({ __proto__: null, a: 1 }).replace(
      '"a":1',
      `"__proto__":${JSON.stringify(entryBody())}`,
    );
    const response = await api.send("POST", `/raffles/${raffle.codeId}/entries`, body);
    const { errors } = (await response.json()) as { errors: object };
    expect(Object.keys(errors)).toContain("firstName");
  });
});

describe("addresses of nothing", () => {
  const IDS = [
    "%00",
    "ABCDEFG%00",
    "%",
    "%ZZ",
    "%C3%28",
    "%ED%A0%80",
    "%F0%9F%8E%89%F0%9F%8E%89",
    "%20",
    "%0d%0aSet-Cookie:%20x=y",
    "..%2f..%2fetc%2fpasswd",
    "'%20or%20'1'='1",
    "%3Cscript%3E",
    "null",
    "undefined",
    "-1",
    "*",
    "x".repeat(10_000),
    "%F0%9F%8E%89".repeat(800),
    "00000000-0000-0000-0000-000000000000",
    "0198c0de-0000-7000-8000-00000000000",
    "0198c0de-0000-7000-8000-000000000000%0a",
    "{0198c0de-0000-7000-8000-000000000000}",
    "ＡＢＣＤＥＦＧＨ",
  ];

  it.each(IDS)("%.60s is no raffle and no entry", async (id) => {
    const encoded = /^[\x21-\x7e]*$/.test(id) ? id : encodeURIComponent(id);
    await expectProblem(await api.send("GET", `/raffles/${encoded}`), 404, "raffle-not-found");
    await expectProblem(await api.send("POST", `/raffles/${encoded}/entries`, entryBody()), 404, "raffle-not-found");
    await expectProblem(await api.send("GET", `/entries/${encoded}`), 404, "entry-not-found");
    await expectProblem(await api.send("PATCH", `/entries/${encoded}`, { rules: [] }), 404, "entry-not-found");
    await expectProblem(await api.send("GET", `/entries/${entryCode}?raffle=${encoded}`), 404, "entry-not-found");
  });

  it.each([
    ["GET", "/"],
    ["GET", "/nothing"],
    ["GET", "/entries"],
    ["GET", "/openapi.json/x"],
    ["GET", "/%00"],
    ["GET", `/${"a/".repeat(5000)}`],
  ])("%s %.30s is answered in the same form", async (method, path) => {
    await expectProblem(await api.send(method, path), 404, "not-found");
  });

  it.each([
    ["PUT", "/raffles"],
    ["POST", "/entries/ABCDEFGH"],
  ])("%s %.30s names what the path takes instead", async (method, path) => {
    const answer = await api.send(method, path);
    expect(answer.headers.get("allow")).toContain("GET");
    await expectProblem(answer, 405, "method-not-allowed");
  });
});
