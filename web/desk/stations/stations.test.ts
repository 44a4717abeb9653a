import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let site: TestSite;
let raffle: { codeId: string; accessCode: string };
let desk: Visitor;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off" });
});
afterAll(() => site.stop());

beforeEach(async () => {
  const rules = [{ details: "Visit us", drops: 3, proof: "visit", needs: 2 }];
  const body = raffleBody({ rules, drawRequires: "none", drawWeight: "drops" });
  raffle = await created(site.origin, "/raffles", body);
  desk = openVisitor(site.origin);
  const { html } = await desk.visit(`/stations/${raffle.codeId}/${raffle.accessCode}`);
  const ruleId = /name="ruleId" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const stations = "Aling Nena, Stall 12\n\nBakery <Lang>\nFish & more, Gate 2, left";
  const added = await (await desk.ask(screen(), { intent: "add", ruleId, stations })).text();
  expect(added).toContain("3 stations added.");
});

const screen = () => `/stations/${raffle.codeId}/~`;
const counter = (number: number) => `/counter/${raffle.codeId}/${number}`;
const codeOn = (html: string) => /id="code">(\w{6})</.exec(html)?.[1] ?? "";

const enter = (changes: Record<string, unknown> = {}) =>
  created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody(changes));

it("names stations for everybody, and opens their screens for the organiser alone", async () => {
  const { html } = await openVisitor(site.origin).visit(`/raffle/${raffle.codeId}`);
  expect(html).toContain("Aling Nena · Stall 12");
  expect(html).toContain("Fish &amp; more · Gate 2, left");
  expect(html).toContain("Stamps of 2 stations earn “Visit us”.");
  expect((await desk.visit(`/counter/${raffle.codeId}`)).html).toContain("Bakery &lt;Lang&gt;");
  const shown = await desk.visit(counter(2));
  expect(shown.html).toContain("<h1>Bakery &lt;Lang&gt;</h1>");
  expect(codeOn(shown.html)).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
  expect(shown.html).toContain(
    `<p>${(await (await fetch(`${site.origin}/api/raffles/${raffle.codeId}`)).json()).name}</p>`,
  );
  const stranger = await openVisitor(site.origin).visit(counter(2));
  expect([stranger.status, codeOn(stranger.html)]).toEqual([403, ""]);
  expect((await desk.visit(counter(9))).html).not.toContain('id="code"');
});

it("shows codes by a page of less than 20 kB that fetches nothing else, and goes on for an hour", async () => {
  const shown = await desk.ask(counter(1));
  const html = await shown.text();
  expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  // Control: the script that computes codes is in it.
  expect(gzipSync(html).byteLength).toBeGreaterThan(4_000);
  expect(html).not.toMatch(/<(link|img|script|iframe)[^>]+(src|href)="(?!data:)/);
  expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
  expect(shown.headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-[^']+';/);
  const { now, slots } = await (await desk.ask(`${counter(1)}?keys`)).json();
  expect(slots).toHaveLength(3);
  expect((slots.at(-1).slot + 1) * 1_800_000 - now).toBeGreaterThanOrEqual(3_600_000);
});

it("makes a link for a helper, who sees that station alone, until it is ended", async () => {
  const { html } = await desk.visit(screen());
  const station = /name="station" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const made = await (await desk.ask(screen(), { intent: "link", station })).text();
  const link = /\/helper\/\w+\/[\w-]{32}/.exec(made)?.[0] ?? "";
  const helper = openVisitor(site.origin);
  await helper.visit(link);
  await helper.ask(link, {});
  expect((await helper.visit(`/helping/${raffle.codeId}`)).html).toContain(`href="/counter/${raffle.codeId}"`);
  const choice = (await helper.visit(`/counter/${raffle.codeId}`)).html;
  expect([choice.includes("Aling Nena"), choice.includes("Bakery")]).toEqual([true, false]);
  const code = codeOn((await helper.visit(counter(1))).html);
  expect(code).not.toBe(codeOn((await desk.visit(counter(1))).html));
  expect(codeOn((await helper.visit(counter(2))).html)).toBe("");
  const { entryCode } = await enter();
  const given = await (await desk.ask(`/stamp/${raffle.codeId}/1/${code}`, { intent: "count", entryCode })).text();
  expect(given).toContain("Stamped: Aling Nena.");
  const watched = (await desk.visit(screen())).html;
  expect(watched).toContain("Aling Nena (helper)");
  expect((await desk.visit(`/update-entry/${entryCode}`)).html).toContain("(screen of Aling Nena (helper))");
  const ended = await (await desk.ask(screen(), { intent: "end", station })).text();
  expect(ended).toContain("“Aling Nena” has ended. Its stamps stay.");
  expect(codeOn((await helper.visit(counter(1))).html)).toBe("");
});

it("stamps by a scan, by typing, and with the entry form, and fills the card", async () => {
  const visitor = openVisitor(site.origin);
  const { entryCode } = await enter();
  const scan = `/stamp/${raffle.codeId}/1/${codeOn((await desk.visit(counter(1))).html)}`;
  const { html } = await visitor.visit(scan);
  const ticket = /name="ticket" value="([\w-]{88})"/.exec(html)?.[1] ?? "";
  for (const said of ["Stamped: Aling Nena.", "You have this stamp: Aling Nena."]) {
    expect(await (await visitor.ask(scan, { intent: "count", entryCode, ticket })).text()).toContain(said);
  }
  const entry = `/raffle-entry/${raffle.codeId}/${entryCode}`;
  expect((await visitor.visit(entry)).html).toContain("stamps of 2 stations earn it. You have 1.");
  const typed = codeOn((await desk.visit(counter(3))).html);
  const counted = await (await visitor.ask(entry, { intent: "code", dropCode: typed })).text();
  expect(counted).toContain("Stamped: Fish &amp; more.");
  expect(counted).toContain("Counted: +3 drops.");
  const page = (await visitor.visit(entry)).html;
  expect(page.match(/data-stamped="true"/g)).toHaveLength(2);
  expect((await visitor.visit(`/stamp/${raffle.codeId}/1/AAAAAA`)).html).toContain("This is not a code that a screen");

  const joining = openVisitor(site.origin);
  const scanned = await joining.visit(`/stamp/${raffle.codeId}/2/${codeOn((await desk.visit(counter(2))).html)}`);
  const form = /href="(\/raffle-entry\/[^"]+)"/.exec(scanned.html)?.[1] ?? "";
  expect((await joining.visit(form)).html).toContain(
    "Your stamp of Bakery &lt;Lang&gt; counts when you send this form.",
  );
  const { acceptTerms: _, ...person } = entryBody();
  const dropCode = form.split("=")[1] ?? "";
  const sent = { ...person, acceptTerms: "on", dropCode } as Record<string, string>;
  expect(await (await joining.ask(form, sent)).text()).toContain("Stamped: Bakery &lt;Lang&gt;.");
  expect(await enter({ dropCode })).toMatchObject({ dropCode: { failed: { key: "stampScanUsed" } } });
});

it("refuses a phone at the counter that may not show codes, and leads it back", async () => {
  const phone = openVisitor(site.origin);
  await phone.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  await phone.ask(`/hand-over/${raffle.codeId}/~`, {});
  for (const path of [`/counter/${raffle.codeId}`, counter(1)]) {
    const { status, html } = await phone.visit(path);
    expect([status, html.includes(`href="/helping/${raffle.codeId}"`)]).toEqual([403, true]);
    expect(html).toContain("Your helper link does not allow this.");
  }
});

it("says what is wrong with stations, and keeps what was typed", async () => {
  const { html } = await desk.visit(screen());
  const ruleId = /name="ruleId" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const refused = await (await desk.ask(screen(), { intent: "add", ruleId, stations: "x".repeat(61) })).text();
  expect(refused).toContain("The stations were not changed");
  expect(refused).toContain("x".repeat(61));
});
