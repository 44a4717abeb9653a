import { beforeAll, beforeEach, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { type Created, created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;
let visitor: Visitor;
let raffle: Created;
let rules: readonly string[];
let screen: string;

beforeAll(async () => {
  site = await sharedSite();
});

beforeEach(async () => {
  visitor = openVisitor(site.origin);
  raffle = await created(site.origin, "/raffles", raffleBody());
  const shown = await (await fetch(`${site.origin}/api/raffles/${raffle.codeId}`)).json();
  rules = shown.rules.map((rule: { id: string }) => rule.id);
  screen = `/draw-masterlist/${raffle.codeId}/~`;
  await visitor.visit(`/draw-masterlist/${raffle.codeId}/${raffle.accessCode}`);
});

const enter = async (changes: Record<string, unknown> = {}, of = raffle) =>
  (await created(site.origin, `/raffles/${of.codeId}/entries`, entryBody(changes))).entryCode;

async function press(intent: "tick" | "untick", ruleId: string | undefined, codes: readonly string[]) {
  const boxes = Object.fromEntries(codes.map((code) => [`entry.${code}`, "on"]));
  const answer = await visitor.ask(screen, { intent, ruleId: ruleId ?? "", ...boxes });
  return { status: answer.status, html: await answer.text() };
}

const countOf = (html: string, text: string) => html.split(text).length - 1;
const countChosen = (html: string) => (html.match(/<input[^>]*name="entry\.[^>]*checked=""/g) ?? []).length;

it("ticks a rule for the chosen entries alone, and unticks it, each with a line in the log", async () => {
  const codes = [await enter(), await enter({ rules: [rules[0]] }), await enter()];
  const stranger = await enter({}, await created(site.origin, "/raffles", raffleBody()));
  const ticked = await press("tick", rules[0], [codes[0] ?? "", codes[1] ?? "", stranger, "NOSUCHCO"]);
  expect([ticked.status, ticked.html]).toEqual([200, expect.stringContaining("✅ 1 entry changed.")]);
  expect(countOf(ticked.html, ">✔ Follow our page")).toBe(2);
  const { html } = await visitor.visit(`/raffle-changes/${raffle.codeId}/~`);
  expect(codes.map((code) => html.includes(code))).toEqual([true, false, false]);
  const unticked = await press("untick", rules[0], codes);
  expect(unticked.html).toContain("✅ 2 entries changed.");
  expect(countOf(unticked.html, ">✔ Follow our page")).toBe(0);
});

it("says what it did not do: without entries, and for a rule of another raffle", async () => {
  const code = await enter();
  expect((await press("tick", rules[0], [])).html).toContain("Nothing changed.");
  for (const rule of ["odd", undefined, "0198c0de-0000-7000-8000-000000000000"]) {
    const refused = await press("tick", rule, [code]);
    expect([refused.status, refused.html]).toEqual([422, expect.not.stringContaining("✔ Follow our page")]);
  }
});

it("chooses all of a page by a link", async () => {
  await enter();
  await enter();
  const { html } = await visitor.visit(screen);
  expect(countOf(html, 'name="entry.')).toBe(2);
  expect(countChosen(html)).toBe(0);
  const [, link = ""] = /href="(\?[^"]*all=)"/.exec(html) ?? [];
  expect(countChosen((await visitor.visit(`${screen}${link}`)).html)).toBe(2);
});
