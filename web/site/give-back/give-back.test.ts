import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PROTOCOL_2 } from "#src/draws/protocol/plan.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { askSite } from "../../../tests/support/ask-site.ts";
import { type BeaconRelay, startBeaconRelay } from "../../../tests/support/beacon-relay.ts";
import { lockUnder } from "../../../tests/support/lock-under.ts";
import { type LockedRaffle, letRoundCome, lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let relay: BeaconRelay;
let site: TestSite;
let client: pg.Client;
let raffle: LockedRaffle;
let desk: Visitor;
let winner: Visitor;
/** The winner of the cheese: their claim, ticket and page. */
let prize: { readonly id: string; readonly ticket: string; readonly page: string };

beforeAll(async () => {
  relay = await startBeaconRelay();
  site = await startTestSite({ RATE_LIMITS: "off", ...relay.env });
  client = new pg.Client(site.database.connectionString);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await site.stop();
  await relay.close();
});

beforeEach(async () => {
  raffle = await lockRaffle(askSite(site.origin), client);
  await lockUnder(PROTOCOL_2, client, raffle.id);
  await letRoundCome(raffle, client);
  await expect.poll(transcript).toHaveProperty("results");
  const { rows } = await client.query(
    `select claims.id, ticket::text, entry_code, email from claims
     join entries on entries.raffle_id = claims.raffle_id and entries.id = entry_id
     where claims.raffle_id = $1 and prize_code = 'QUESO'`,
    [raffle.id],
  );
  const [{ entry_code, email, ...claim }] = rows;
  prize = { ...claim, page: `/claim/${raffle.codeId}/${entry_code}` };
  [desk, winner] = [openVisitor(site.origin), openVisitor(site.origin)];
  await desk.visit(`/winners/${raffle.codeId}/${raffle.accessCode}`);
  await winner.ask(prize.page, { contact: email, intent: "show" });
}, 60_000);

it("asks a browser that has proved nothing whose entry it is, and says why", async () => {
  const { html } = await openVisitor(site.origin).visit(prize.page);
  expect(html).toContain("Please show that this entry is yours: then this page says whether it won.");
  expect((await winner.visit(prize.page)).html).not.toContain("Please show that this entry is yours");
});

const transcript = async () => (await askSite(site.origin)("GET", `/raffles/${raffle.id}/draw`)).body as Transcript;
const textOf = (html: string) =>
  html
    .replaceAll(/<script.*?<\/script>/gs, "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ");
const seen = async (visitor: Visitor, path: string) => textOf((await visitor.visit(path)).html);
const publicPage = () => seen(openVisitor(site.origin), `/raffle/${raffle.codeId}/draw`);
const deskPage = () => seen(desk, `/winners/${raffle.codeId}/~`);

async function onDesk(fields: Record<string, string>): Promise<string> {
  const card = { claimId: prize.id, ticket: prize.ticket, prizeCode: "QUESO", note: "Told us by phone" };
  return textOf(await (await desk.ask(`/winners/${raffle.codeId}/~`, { ...card, ...fields })).text());
}

async function answer(fields: Record<string, string>, path = prize.page): Promise<string> {
  return textOf(await (await winner.ask(path, { claim: prize.id, ...fields })).text());
}

it("asks a winner once, and the next in line gets the prize at once", async () => {
  const page = `${prize.page}/give-back/${prize.id}`;
  expect((await winner.visit(prize.page)).html).toContain(`href="${page}"`);
  expect(await seen(winner, page)).toMatch(/You do not want this prize\?.*Queso de bola.*next in line gets it at once/);
  const done = await answer({ intent: "give-back", reason: "I eat no cheese" }, page);
  expect(done).toContain("You gave “Queso de bola” back.");
  expect(await answer({ intent: "give-back", reason: "" }, page)).toContain("You gave “Queso de bola” back");
  expect(await seen(winner, prize.page)).toContain("You gave this prize back");
  const { replacements } = await transcript();
  expect(replacements).toMatchObject([
    { reason: "withdrew", announced: "", consent: expect.stringMatching(/^.{64}$/) },
  ]);
  const shown = await publicPage();
  expect(shown).toContain(`the winner with ticket #${prize.ticket} gave it back.`);
  expect(shown).not.toContain("I eat no cheese");
  expect(await deskPage()).toMatch(/The winner gave it back\..*The winner’s reason|reason: I eat no cheese/);
});

it("is nobody's page but the winner's", async () => {
  const page = `${prize.page}/give-back/${prize.id}`;
  const stranger = openVisitor(site.origin);
  const asked = await seen(stranger, page);
  expect(asked).toContain("Your phone number or email");
  expect(asked).not.toContain("Queso de bola");
  expect((await stranger.ask(page, { intent: "give-back" })).status).toBe(403);
  expect((await winner.visit(page.replace(prize.id, "00000000-0000-7000-8000-000000000000"))).status).toBe(404);
  expect((await transcript()).replacements).toEqual([]);
});

it("lets a winner keep the prize of which the shop says that they gave it back", async () => {
  const asked = await onDesk({ intent: "ask", why: "withdrew" });
  expect(asked).toMatch(/Everybody reads on the page of the draw.*Announce: the next in line gets it on/);
  const announced = await onDesk({ intent: "replace", why: "withdrew" });
  expect(announced).toContain(`It is announced. The next in line gets the prize of ticket #${prize.ticket} on`);
  expect(announced).toMatch(
    /You announced on .* that the winner gave the prize back\. Told us by phone.*Take this back/,
  );
  expect(await publicPage()).toMatch(
    /The shop says that the winner with ticket #\d+ gave it back\. Told us by phone ?If nothing is said against it, the next in line gets it on/,
  );
  expect((await transcript()).replacements).toEqual([]);
  expect(await seen(winner, prize.page)).toMatch(/gave this prize back\. Is that right\?.*No, I keep my prize/);
  expect(await answer({ intent: "object" })).toMatch(
    /Thank you\. The shop sees your answer\..*that you keep this prize/,
  );
  expect(await answer({ intent: "object" })).toContain("Thank you. The shop sees your answer.");
  expect(await publicPage()).not.toContain("The shop says");
  expect(await deskPage()).toContain("that they keep the prize. Only they can give it back.");
  expect(await onDesk({ intent: "replace", why: "withdrew" })).toContain("This winner said that they keep the prize.");
});

it("shows that a winner who is disqualified objects, and lets the organiser take it back", async () => {
  await onDesk({ intent: "replace", why: "disqualified" });
  expect(await seen(winner, prize.page)).toMatch(/says that you cannot have this prize\..*I object/);
  expect(await answer({ intent: "object" })).toMatch(/You objected on .* Everybody sees it\./);
  expect(await publicPage()).toMatch(
    /cannot have it\. Told us by phone ?The winner objects\. The next in line gets it on/,
  );
  const { body } = await askSite(site.origin)("GET", `/raffles/${raffle.id}/draw/announcements`);
  expect(body).toEqual({
    announcements: [
      {
        ...{ prizeCode: "QUESO", from: Number(prize.ticket), reason: "disqualified", note: "Told us by phone" },
        ...{ at: expect.any(String), dueAt: expect.any(String), objectedAt: expect.any(String) },
      },
    ],
  });
  expect(await deskPage()).toContain("The winner objected on");
  expect(await onDesk({ intent: "take-back" })).toContain("is taken back.");
  expect(await publicPage()).not.toContain("The shop says");
  expect(await answer({ intent: "object" })).toContain("Thank you.");
  expect(await seen(winner, prize.page)).not.toContain("cannot have");
});

it("goes to the next in line by itself after three days, and everybody sees since when it was announced", async () => {
  await onDesk({ intent: "replace", why: "disqualified" });
  const back =
    "update replacement_announcements set at = at - $2::interval, due_at = due_at - $2::interval where raffle_id = $1";
  await client.query(back, [raffle.id, "72 hours"]);
  await expect.poll(async () => (await transcript()).replacements.length, { timeout: 30_000 }).toBe(1);
  const shown = await publicPage();
  expect(shown).toMatch(
    /ticket #\d+ was disqualified\. Told us by phone \(by the shop’s word\) Everybody could read it from/,
  );
  expect(shown).not.toContain("The shop says");
});
