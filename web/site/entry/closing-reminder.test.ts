import { afterAll, beforeAll, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: TestSite;
/** It sends no mail. */
let silent: TestSite;

beforeAll(async () => {
  const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "raffles@example.com" };
  site = await startTestSite({ RATE_LIMITS: "off", ...mail });
  silent = await startTestSite({ RATE_LIMITS: "off" });
});
afterAll(() => Promise.all([site.stop(), silent.stop()]));

it("is asked for on the page of an entry by its owner alone, and taken back there", async () => {
  const dueDate = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const drawDate = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { codeId } = await created(site.origin, "/raffles", raffleBody({ dueDate, drawDate }));
  const person = entryBody();
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, person);
  const page = `/raffle-entry/${codeId}/${entryCode}`;
  const { ask, visit } = openVisitor(site.origin);
  const asked = async () => (await site.database.pool.query("select from closing_reminders")).rowCount;

  expect((await visit(page)).html).not.toContain("remind:");
  expect([(await ask(page, { intent: "remind:on" })).status, await asked()]).toEqual([403, 0]);
  expect((await ask(page, { intent: "show", contact: String(person.phone) })).status).toBe(200);
  expect((await visit(page)).html).toContain('value="remind:on"');
  const on = await (await ask(page, { intent: "remind:on" })).text();
  expect([on.includes('value="remind:off"'), await asked()]).toEqual([true, 1]);
  const off = await (await ask(page, { intent: "remind:off" })).text();
  expect([off.includes('value="remind:on"'), await asked()]).toEqual([true, 0]);

  await site.database.pool.query("update raffles set due_date = now() + interval '23 hours'");
  expect((await visit(page)).html).not.toContain("remind:");
});

it("is offered by no site that sends no mail", async () => {
  const { codeId } = await created(silent.origin, "/raffles", raffleBody());
  const person = entryBody();
  const { entryCode } = await created(silent.origin, `/raffles/${codeId}/entries`, person);
  const { ask, visit } = openVisitor(silent.origin);
  const page = `/raffle-entry/${codeId}/${entryCode}`;
  expect((await ask(page, { intent: "show", contact: String(person.phone) })).status).toBe(200);
  const { html } = await visit(page);
  expect([html.includes(String(person.phone)), html.includes("remind:")]).toEqual([true, false]);
});
