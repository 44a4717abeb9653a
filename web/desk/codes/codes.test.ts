import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { askSite, created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let site: TestSite;
let raffle: { codeId: string; accessCode: string; rules: { id: string }[] };
let desk: Visitor;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off" });
});
afterAll(() => site.stop());

beforeEach(async () => {
  const rules = [{ details: "Buy for ₱500", drops: 2, proof: "code", maxTimes: 3 }];
  const body = raffleBody({ rules, drawRequires: "none", drawWeight: "drops" });
  const made = await created(site.origin, "/raffles", body);
  const read = await (await fetch(`${site.origin}/api/raffles/${made.codeId}`)).json();
  raffle = { codeId: made.codeId, accessCode: made.accessCode, rules: read.rules };
  desk = openVisitor(site.origin);
  await desk.visit(`/codes/${raffle.codeId}/${raffle.accessCode}`);
});

const screen = () => `/codes/${raffle.codeId}/~`;

async function makeBatch(): Promise<{ id: string; codes: string[] }> {
  const fields = { intent: "make", name: "Rolls", ruleId: raffle.rules[0]?.id ?? "", kind: "list", codes: "5" };
  expect(await (await desk.ask(screen(), fields)).text()).toContain("Batch “Rolls” is made.");
  const { html } = await desk.visit(screen());
  const [, file = "", id = ""] = /href="(\/api\/raffles\/\w+\/code-batches\/([\w-]+)\/codes\.csv)"/.exec(html) ?? [];
  const csv = await (await desk.ask(file)).text();
  return {
    id,
    codes: csv
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[1] ?? ""),
  };
}

async function enter(changes: object = {}) {
  const { body } = await askSite(site.origin)("POST", `/raffles/${raffle.codeId}/entries`, entryBody({ ...changes }));
  return body as { entryCode: string; dropCode?: object };
}

it("makes a batch, hands it out as CSV and on sheets, and stops it", async () => {
  const { id, codes } = await makeBatch();
  expect(codes).toHaveLength(5);
  const sheet = await desk.visit(`/code-sheet/${raffle.codeId}/~?batch=${id}`);
  expect([sheet.status, codes.every((code) => sheet.html.includes(code))]).toEqual([200, true]);
  expect((await desk.visit(`/code-sheet/${raffle.codeId}/~?batch=nonsense`)).status).toBe(404);
  expect((await openVisitor(site.origin).visit(`/code-sheet/${raffle.codeId}/~?batch=${id}`)).html).not.toContain(
    codes[0],
  );
  expect((await fetch(`${site.origin}/api/raffles/${raffle.codeId}/code-batches/${id}/codes.csv`)).status).toBe(403);
  const stopped = await (await desk.ask(screen(), { intent: "stop", batch: id })).text();
  expect(stopped).toContain("is stopped");
  expect((await desk.ask(`/api/raffles/${raffle.codeId}/code-batches/${id}/codes.csv`)).status).toBe(409);
  expect(await (await desk.ask(screen(), { intent: "make", name: "", ruleId: "x", codes: "0" })).text()).toContain(
    "The batch was not changed",
  );
});

it("counts a code on the entry's page, from a scan, and with the entry form, without scripts", async () => {
  const { codes } = await makeBatch();
  const { entryCode } = await enter();
  const visitor = openVisitor(site.origin);
  const entry = `/raffle-entry/${raffle.codeId}/${entryCode}`;
  expect((await visitor.visit(entry)).html).toContain('name="dropCode"');
  const counted = await (await visitor.ask(entry, { intent: "code", dropCode: codes[0]?.toLowerCase() ?? "" })).text();
  expect(counted).toContain("Counted: +2 drops.");
  expect(await (await visitor.ask(entry, { dropCode: "ABCD" })).text()).toContain(
    "one of its twelve characters is wrong",
  );
  const scan = `/code/${raffle.codeId}/${codes[1]?.replaceAll("-", "")}`;
  expect((await visitor.visit(scan)).html).toContain(`drop-code=${codes[1]}`);
  for (const _ of ["once", "again"]) {
    expect(await (await visitor.ask(scan, { intent: "count", entryCode })).text()).toContain("Counted: +2 drops.");
  }
  expect((await visitor.visit(`/raffle-entry/${raffle.codeId}?drop-code=${codes[2]}`)).html).toContain(
    `value="${codes[2]}"`,
  );
  expect((await visitor.visit(`/raffle-entry/${raffle.codeId}`)).html).not.toContain(codes[2]);
  const { acceptTerms: _, ...person } = entryBody();
  const form = { ...person, acceptTerms: "on", dropCode: codes[2] } as Record<string, string>;
  const sent = await (await visitor.ask(`/raffle-entry/${raffle.codeId}`, form)).text();
  expect(sent).toContain("Counted: +2 drops.");
  const { html } = await desk.visit(screen());
  expect(html).toContain("5 codes · 5 handed out · 3 used");
});

it("shows the entry's code where the other one could not be redeemed, without scripts", async () => {
  const { codes } = await makeBatch();
  const { acceptTerms: _, ...person } = entryBody();
  const form = { ...person, acceptTerms: "on", dropCode: codes[0] } as Record<string, string>;
  await site.database.pool.query("alter table drop_codes rename to drop_codes_away");
  const answer = await openVisitor(site.origin).ask(`/raffle-entry/${raffle.codeId}`, form);
  await site.database.pool.query("alter table drop_codes_away rename to drop_codes");
  const html = await answer.text();
  const { rows } = await site.database.pool.query("select entry_code as code from entries where email = $1", [
    person.email,
  ]);
  expect(rows).toHaveLength(1);
  expect(answer.status).toBe(201);
  expect(html).toContain(rows[0].code);
  expect(html).toContain("Something went wrong");
});

it("sends a code with an entry by the API, and keeps the entry where the code is none", async () => {
  const { codes } = await makeBatch();
  const entry = { entryCode: "QWERTYAB", ...entryBody({ dropCode: codes[0] }) };
  for (const _ of ["once", "again"]) expect(await enter(entry)).toMatchObject({ dropCode: { drops: 2 } });
  expect(await enter({ dropCode: codes[0] })).toMatchObject({
    entryCode: expect.any(String),
    dropCode: { failed: { key: "dropCodeUsed" } },
  });
  expect(await enter({ dropCode: "nonsense" })).toMatchObject({ dropCode: { failed: { key: "dropCodeMistyped" } } });
  expect(await enter()).not.toHaveProperty("dropCode");
});
