import { beforeAll, beforeEach, expect, it } from "vitest";
import { entryBody, raffleBody, type TestRaffle } from "../../../tests/support/api.ts";
import { askSite, type Created, created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor, textOf, type Visitor } from "../../../tests/support/visitor.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;
let visitor: Visitor;
let raffle: Created;
let screen: string;

beforeAll(async () => {
  site = await sharedSite();
});

beforeEach(async () => {
  visitor = openVisitor(site.origin);
  raffle = await created(site.origin, "/raffles", raffleBody());
  screen = `/check-entries/${raffle.codeId}/~`;
  await visitor.visit(`/check-entries/${raffle.codeId}/${raffle.accessCode}`);
});

const enter = async (changes: Record<string, unknown> = {}) =>
  (await created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody(changes))).entryCode;
const seen = async (path: string) => textOf((await visitor.visit(path)).html);

it("shows what is worth a look, with its reason, and each group whole", async () => {
  const same = { firstName: "Ana", lastName: "Cruz", address: "1 Mabini St" };
  const codes: string[] = [];
  for (let n = 0; n < 6; n++) codes.push(await enter({ ...same, email: `ana${n}@mailinator.com` }));
  const all = `${screen}?all`;
  await expect.poll(() => seen(all)).toContain("6 entries at mailinator.com");
  const { html } = await visitor.visit(all);
  expect(textOf(html)).toContain("6 entries, 6 of them within ten minutes");
  expect(textOf(html)).toContain("0 in play · 6 not in play (6 with rules missing)");
  const [, group = ""] = /href="(\?kind=person[^"]*)"/.exec(html) ?? [];
  const whole = await seen(`${screen}${group.replaceAll("&amp;", "&")}`);
  expect(codes.filter((code) => !whole.includes(code))).toEqual([]);
});

it("says of an entrant who did everything that the shop has to confirm it", async () => {
  const rules = [{ details: "Buy something", drops: 5, proof: "checked" }];
  raffle = await created(site.origin, "/raffles", raffleBody({ drawRequires: "all-rules", rules }));
  await visitor.visit(`/check-entries/${raffle.codeId}/${raffle.accessCode}`);
  const { body } = await askSite(site.origin)("GET", `/raffles/${raffle.codeId}`);
  const entryCode = await enter({ rules: [(body as TestRaffle).rules[0]?.id] });
  const path = `/check-entries/${raffle.codeId}/~?q=${entryCode}`;
  expect(await seen(path)).toContain("the shop still has to confirm this — Buy something");
});

it("takes an entry out of play and back, and who may read the reason does", async () => {
  const email = "ana@example.com";
  const entryCode = await enter({ email });
  const path = `${screen}?q=${entryCode.toLowerCase()}`;
  expect(await seen(path)).toContain(entryCode);
  const answer = await visitor.ask(path, { intent: "disqualify-entry", entryCode, reason: "Entered twice" });
  expect([answer.status, textOf(await answer.text())]).toEqual([200, expect.stringContaining("is not in play")]);
  expect(await seen(`${screen}?disqualified`)).toContain("Out: Entered twice, on ");
  for (const list of ["draw-list", "draw-masterlist"]) {
    expect(await seen(`/${list}/${raffle.codeId}/~`)).toContain("DISQUALIFIED");
  }
  const own = `/raffle-entry/${raffle.codeId}/${entryCode}`;
  expect(await seen(own)).toContain("Out: taken out by the organiser on ");
  const shown = await visitor.ask(own, { intent: "show", contact: email });
  expect(textOf(await shown.text())).toMatch(/Out: Entered twice, on .*, by the organiser/);
  const back = await visitor.ask(path, { intent: "reinstate-entry", entryCode, reason: "A cousin" });
  expect(textOf(await back.text())).toContain("is in play again");
  expect(await seen(own)).not.toContain("Out:");
  const changes = await seen(`/raffle-changes/${raffle.codeId}/~`);
  expect([changes.includes("Entry disqualified"), changes.includes("A cousin")]).toEqual([true, true]);
});

it("asks for the reason, and keeps one that is too long", async () => {
  const entryCode = await enter();
  const path = `${screen}?q=${entryCode}`;
  const none = await visitor.ask(path, { intent: "disqualify-entry", entryCode, reason: " " });
  expect([none.status, textOf(await none.text())]).toEqual([422, expect.stringContaining("Please write the reason.")]);
  const reason = "long ".repeat(50);
  const long = await visitor.ask(path, { intent: "disqualify-entry", entryCode, reason });
  expect([long.status, await long.text()]).toEqual([422, expect.stringContaining(`value="${reason}"`)]);
});

it("changes nothing once the list is locked", async () => {
  const entryCode = await enter();
  await site.database.db
    .updateTable("raffles")
    .set({ lockedAt: new Date() })
    .where("codeId", "=", raffle.codeId)
    .execute();
  const { html } = await visitor.visit(`${screen}?q=${entryCode}`);
  expect(textOf(html)).toContain("nothing can be changed here any more");
  expect(html).not.toContain('name="reason"');
  const sent = { intent: "disqualify-entry", entryCode, reason: "Entered twice" };
  expect((await visitor.ask(screen, sent)).status).toBe(409);
});

it("everybody sees on the raffle's page how many entries came, and why that is public", async () => {
  await enter();
  const counted = () =>
    site.database.db
      .selectFrom("entryTickCounts")
      .innerJoin("raffles", "raffles.id", "entryTickCounts.raffleId")
      .where("codeId", "=", raffle.codeId)
      .select("entries")
      .execute();
  await expect.poll(counted).toEqual([{ entries: 1 }]);
  const page = await seen(`/raffle/${raffle.codeId}?lang=de`);
  expect(page).toContain("Teilnahmen: 1");
  expect(page).toContain("In den letzten 24 Stunden: 1. Diese Zahl sehen alle, damit späte Zugänge auffallen.");
});
