import { beforeAll, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor, type Visitor } from "../../../tests/support/visitor.ts";

const RULES = { drawRequires: "none", drawWeight: "drops", rules: [{ details: "Buy", drops: 5, proof: "checked" }] };

type Made = { readonly codeId: string; readonly accessCode: string };

let site: Awaited<ReturnType<typeof sharedSite>>;
let raffle: Made;
let ruleId: string;
let entryCode: string;
let address: string;

beforeAll(async () => {
  site = await sharedSite();
  raffle = await created(site.origin, "/raffles", raffleBody(RULES));
  const { rules } = await (await fetch(`${site.origin}/api/raffles/${raffle.codeId}`)).json();
  ruleId = rules[0].id;
  const body = entryBody({ lastName: "Quezon", rules: [ruleId] });
  ({ entryCode } = await created(site.origin, `/raffles/${raffle.codeId}/entries`, body));
  address = `/check-rules/${raffle.codeId}?entry=${entryCode}`;
});

/** A phone on which a helper's link was opened. */
async function phoneOf({ codeId, accessCode }: Made, permissions: string): Promise<Visitor> {
  const desk = openVisitor(site.origin);
  const { at } = await desk.visit(`/helpers/${codeId}/${accessCode}`);
  const made = await (await desk.ask(at, { intent: "make", name: "Ana", permissions })).text();
  const [, link = ""] = new RegExp(`href="[^"]*(/helper/${codeId}/[\\w-]{32})"`).exec(made) ?? [];
  const phone = openVisitor(site.origin);
  await phone.ask(link, {});
  return phone;
}

const waiting = async () => {
  const answer = await fetch(`${site.origin}/api/entries/${entryCode}`);
  return (await answer.json()).rules[0].claimed as boolean;
};

it("leads strangers and helpers of other raffles to the entry's own page, which shows no name", async () => {
  const other = await created(site.origin, "/raffles", raffleBody({ ...RULES, name: "Other" }));
  for (const phone of [openVisitor(site.origin), await phoneOf(other, "confirm-rules")]) {
    const led = await phone.ask(address);
    expect([led.status, led.headers.get("location")]).toEqual([302, `/raffle-entry/${raffle.codeId}/${entryCode}`]);
    expect(await (await phone.ask(`/raffle-entry/${raffle.codeId}/${entryCode}`)).text()).not.toContain("Quezon");
    const shut = await phone.ask(`/check-rules/${raffle.codeId}`);
    expect([shut.status, (await shut.text()).includes(`href="/open-desk/${raffle.codeId}?to=check-rules"`)]).toEqual([
      403,
      true,
    ]);
    expect((await phone.ask(address, { intent: `confirm:${ruleId}` })).status).toBe(403);
  }
  expect(await waiting()).toBe(true);
});

it("tells a helper whose link does not allow it, and decides nothing for them", async () => {
  const phone = await phoneOf(raffle, "look-up-entries");
  const refused = await phone.ask(address);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("does not allow this")]);
  expect((await phone.ask(address, { intent: `confirm:${ruleId}` })).status).toBe(403);
  const found = await (await phone.ask(`/look-up/${raffle.codeId}?q=quezon`)).text();
  expect([found.includes(entryCode), found.includes(address)]).toEqual([true, false]);
  expect(await waiting()).toBe(true);
});

it("shows a helper the entry with its contact masked, and decides by a form alone", async () => {
  const phone = await phoneOf(raffle, "confirm-rules");
  for (const path of [address, `${address}&intent=confirm:${ruleId}`]) {
    const page = await (await phone.ask(path)).text();
    expect([page.includes("Quezon"), page.includes("waits for you"), /maria\.\d/.test(page)]).toEqual([
      true,
      true,
      false,
    ]);
  }
  expect(await waiting()).toBe(true);
  const typed = `${entryCode.slice(0, 4)}-${entryCode.slice(4).toLowerCase()}`;
  expect(await (await phone.ask(`/check-rules/${raffle.codeId}?entry=${typed}`)).text()).toContain("Quezon");
  const unknown = await phone.ask(`/check-rules/${raffle.codeId}?entry=ZZZZZZZZ`);
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining("ZZZZZZZZ")]);
  const without = await phone.ask(address, { intent: `refuse:${ruleId}`, reason: " " });
  expect([without.status, await waiting()]).toEqual([422, true]);
  const confirmed = await (await phone.ask(address, { intent: `confirm:${ruleId}` })).text();
  expect([confirmed.includes("Confirmed: “Buy”."), await waiting()]).toEqual([true, false]);
  const again = await (await phone.ask(address, { intent: `confirm:${ruleId}` })).text();
  expect(again).toContain("was decided before");
});

it("leads an organiser back to the desk", async () => {
  const organiser = openVisitor(site.origin);
  await organiser.visit(`/helpers/${raffle.codeId}/${raffle.accessCode}`);
  const { html } = await organiser.visit(`/check-rules/${raffle.codeId}`);
  expect([html.includes(`href="/overview/${raffle.codeId}/~"`), html.includes("/helping/")]).toEqual([true, false]);
});

it("draws the QR code of the link, and of nothing else", async () => {
  const drawn = await fetch(`${site.origin}/check-rules/${raffle.codeId}/${entryCode}/qr.svg`);
  expect([drawn.status, drawn.headers.get("content-type"), await drawn.text()]).toEqual([
    200,
    "image/svg+xml",
    expect.stringContaining("<svg"),
  ]);
  expect((await fetch(`${site.origin}/check-rules/${raffle.codeId}/nothing/qr.svg`)).status).toBe(404);
});
