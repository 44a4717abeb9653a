import { afterAll, beforeAll, expect, it } from "vitest";
import { ENTRY_CODES, ENTRY_CONTACTS } from "#src/access/codes/entry-code-attempts.ts";
import { CLEAR_LETTERS } from "#src/base/codes.ts";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: TestSite;
let codeId: string;
let entryCode: string;
const person = entryBody();

beforeAll(async () => {
  site = await startTestSite();
  ({ codeId } = await created(site.origin, "/raffles", raffleBody()));
  ({ entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, person));
  // The network guesses until it is asked for puzzles.
  for (let one = 0; one < ENTRY_CODES.wider.free; one += 1) {
    expect((await openVisitor(site.origin).ask(pathOf(unused(one)))).status).toBe(404);
  }
});
afterAll(() => site.stop());

const pathOf = (code: string) => `/raffle-entry/${codeId}/${code}`;
/** A code that no entry has: the person's with another last letter. */
const unused = (one: number) => {
  const others = CLEAR_LETTERS.replace(entryCode.slice(-1), "");
  return entryCode.slice(0, -1) + others.charAt(one);
};

it("opens an entry by code and contact at once, where its code alone would cost a puzzle", async () => {
  const { ask, visit } = openVisitor(site.origin);
  const asked = await visit(pathOf(entryCode));
  expect(asked.status).toBe(429);
  expect(asked.html).toContain(`action="${pathOf(entryCode)}"`);
  expect(asked.html).toContain('name="contact"');
  const opened = await ask(pathOf(entryCode), { intent: "show", contact: String(person.phone) });
  expect([opened.status, (await opened.text()).includes(String(person.lastName))]).toEqual([200, true]);
  expect((await visit(pathOf(entryCode))).status).toBe(200);
  // Control: another browser of the network is still asked.
  expect((await openVisitor(site.origin).visit(pathOf(entryCode))).status).toBe(429);
});

it("answers a wrong code as a wrong contact, however often, so that it says of neither whether it was right", async () => {
  const page = async (code: string, contact: string) => {
    const answer = await openVisitor(site.origin).ask(pathOf(code), { intent: "show", contact });
    return [answer.status, /No entry has this code together/.test(await answer.text())];
  };
  expect(await page(entryCode, "nobody@example.com")).toEqual([429, true]);
  expect(await page(unused(18), String(person.email))).toEqual([429, true]);

  const statuses = async (code: string, contact: string, tries: number) => {
    const all: number[] = [];
    for (let one = 0; one < tries; one += 1) {
      const headers = { "x-entrant-contact": contact };
      all.push((await fetch(`${site.origin}/api/entries/${code}?raffle=${codeId}`, { headers })).status);
    }
    return all;
  };
  const tries = ENTRY_CONTACTS.subject.free - 1;
  const wrong = [...Array.from({ length: tries }, () => 403), 429];
  expect(await statuses(entryCode, "nobody@example.com", tries + 1)).toEqual(wrong);
  expect(await statuses(unused(18), String(person.email), tries + 1)).toEqual(wrong);
});
