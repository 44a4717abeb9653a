import { beforeAll, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";
import { DESK_SCREENS } from "./desk-head-view.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;
let raffle: Record<string, string>;

beforeAll(async () => {
  site = await sharedSite();
  raffle = await created(
    site.origin,
    "/raffles",
    raffleBody({ name: "Fiesta Flash", dueDate: "2031-11-25T10:00:00Z", drawDate: "2031-11-26T10:00:00Z" }),
  );
});

const headOf = (html: string) => /<header class="desk-head".*?<\/header>/s.exec(html)?.[0] ?? "";
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&amp;", "&")
    .trim();

it.each([
  [
    "en",
    /^Fiesta Flash CODE Page for visitors Use this raffle again Your raffles Closes in [\d,]+ days Today Entries Prizes Share Draw Winners Log More Today People Webhooks Entries Draw List Master List .* Log Today People Webhooks$/,
  ],
  [
    "de",
    /^Fiesta Flash CODE Seite für Besucher Diese Verlosung noch einmal verwenden Deine Verlosungen Schließt in [\d.]+ Tagen Heute Teilnahmen Preise Teilen Ziehung Gewinner Verlauf Mehr Heute Leute Webhooks .* Verlauf Heute Leute Webhooks$/,
  ],
])("each page of the desk begins with its raffle, its state and the tabs (%s)", async (language, words) => {
  const browser = openVisitor(site.origin);
  const { html } = await browser.visit(`/overview/${raffle.codeId}/${raffle.accessCode}?lang=${language}`);
  expect(textOf(headOf(html)).replace(raffle.codeId ?? "", "CODE")).toMatch(words);
});

it("names the other raffles of the browser, the newest first, and leads to them without a code", async () => {
  const browser = openVisitor(site.origin);
  const other = await created(site.origin, "/raffles", raffleBody({ name: "Coffee Week" }));
  await browser.visit(`/overview/${other.codeId}/${other.accessCode}`);
  await browser.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  const [, link = ""] =
    /<a href="([^"]+)">Coffee Week</.exec(headOf((await browser.visit(`/draw-list/${raffle.codeId}/~`)).html)) ?? [];
  expect(link).toBe(`/overview/${other.codeId}/~`);
  expect((await browser.visit(link)).status).toBe(200);
});

it("leads from each tab to all others with one code typed, and marks the tab and the screen", async () => {
  const browser = openVisitor(site.origin);
  const asked = await browser.visit(`/winners/${raffle.codeId}/~`);
  const opened = await browser.ask(asked.at, { accessCode: raffle.accessCode ?? "" });
  const links = new Set([(await browser.visit(opened.headers.get("location") ?? "")).at]);
  // A set gives what is added while it is walked too.
  for (const link of links) {
    const { html, at, status } = await browser.visit(link);
    expect([link, at, status]).toEqual([link, link, 200]);
    if (link.startsWith("/practice-draw/")) continue;
    const head = headOf(html);
    expect(head.match(/aria-current="page"/g)).not.toBeNull();
    expect([...head.matchAll(/aria-current/g)].length).toBeLessThanOrEqual(4);
    for (const [, to = ""] of head.matchAll(/href="(\/[a-z-]+\/[A-Z0-9]{8}\/[^"]+)"/g)) links.add(to);
  }
  const screens = new Set([...links].map((link) => link.split("/")[1]));
  expect(DESK_SCREENS.filter((screen) => !screens.has(screen))).toEqual([]);
});

it("shows no desk to somebody who has proved nothing, and keeps an entry's page in its tab", async () => {
  const { entryCode } = await created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody());
  const [stranger, organiser] = [openVisitor(site.origin), openVisitor(site.origin)];
  expect(headOf((await stranger.visit(`/update-entry/${entryCode}`)).html)).toBe("");
  await organiser.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  const head = headOf((await organiser.visit(`/update-entry/${entryCode}`)).html);
  expect(head).toMatch(new RegExp(`href="/draw-list/${raffle.codeId}/~" aria-current="true">`));
});
