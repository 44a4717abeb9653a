import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PROTOCOL_1, type Protocol } from "#src/draws/protocol/plan.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { askSite } from "../../../tests/support/ask-site.ts";
import { type BeaconRelay, startBeaconRelay } from "../../../tests/support/beacon-relay.ts";
import { lockUnder } from "../../../tests/support/lock-under.ts";
import { type LockedRaffle, letRoundCome, lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, textOf, type Visitor } from "../../../tests/support/visitor.ts";

let relay: BeaconRelay;
let site: TestSite;
let client: pg.Client;
let raffle: LockedRaffle;
let visitor: Visitor;
let screen: string;

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

/** Draws a raffle, under this version of the protocol or the site's own, and opens its desk. */
async function draw(protocol?: Protocol): Promise<void> {
  raffle = await lockRaffle(askSite(site.origin), client);
  if (protocol) await lockUnder(protocol, client, raffle.id);
  await letRoundCome(raffle, client);
  await expect.poll(transcript).toHaveProperty("results");
  visitor = openVisitor(site.origin);
  screen = `/winners/${raffle.codeId}/~`;
  await visitor.visit(`/winners/${raffle.codeId}/${raffle.accessCode}`);
}

beforeEach(() => draw(), 60_000);

const transcript = async () => (await askSite(site.origin)("GET", `/raffles/${raffle.id}/draw`)).body as Transcript;
const seen = async (path = screen) => textOf((await visitor.visit(path)).html);

async function firstWinner(prizeCode = "QUESO") {
  const { rows } = await client.query<{ id: string; ticket: number }>(
    "select id, ticket from claims where raffle_id = $1 and prize_code = $2 order by ticket",
    [raffle.id, prizeCode],
  );
  const { id, ticket } = rows[0] ?? { id: "", ticket: 0 };
  return { claimId: id, ticket: String(ticket), prizeCode };
}

async function send(fields: Record<string, string>) {
  const answer = await visitor.ask(screen, fields);
  return { status: answer.status, text: textOf(await answer.text()) };
}

it("replaces a winner once it was asked whether to, and everybody sees each step", async () => {
  await draw(PROTOCOL_1);
  const winner = await firstWinner();
  const wish = { ...winner, why: "withdrew", note: "Moved to Cebu" };
  const refused = await send({ ...wish, note: "", intent: "ask" });
  expect(refused).toEqual({ status: 422, text: expect.stringContaining("Please write why. Everybody can read it.") });
  const asked = await send({ ...wish, intent: "ask" });
  expect(asked).toEqual({ status: 200, text: expect.stringContaining(`Ticket #${winner.ticket} loses the prize`) });
  expect((await transcript()).replacements).toEqual([]);
  const replaced = await send({ ...wish, intent: "replace" });
  const [one] = (await transcript()).replacements;
  expect(one).toMatchObject({ from: Number(winner.ticket), reason: "withdrew", note: "Moved to Cebu" });
  expect(replaced).toEqual({
    status: 200,
    text: expect.stringContaining(`is replaced: the prize goes to ticket #${one?.to}.`),
  });
  expect(await send({ ...wish, intent: "replace" })).toMatchObject({ status: 200 });
  expect(await send({ ...wish, why: "disqualified", intent: "replace" })).toMatchObject({ status: 409 });
  expect((await transcript()).replacements).toEqual([one]);

  const page = textOf((await openVisitor(site.origin).visit(`/raffle/${raffle.codeId}/draw`)).html);
  expect(page).toContain("1 replacement");
  expect(page).toContain(`ticket #${winner.ticket} withdrew. Moved to Cebu`);
  expect(page).toContain(`The prize went to the next in line: ticket #${one?.to}, Maria P.`);
  expect(page).toContain(`#${winner.ticket} did not keep the prize`);
  const certificate = textOf((await openVisitor(site.origin).visit(`/raffle/${raffle.codeId}/certificate`)).html);
  expect(certificate).toContain("After the draw 1 winner was replaced: the page of the draw says why.");
});

it("says of a new winner whether an email is on its way, and else that somebody has to tell them", async () => {
  await draw(PROTOCOL_1);
  const winner = await firstWinner();
  await send({ ...winner, why: "withdrew", note: "Moved to Cebu", intent: "replace" });
  const to = (await transcript()).replacements[0]?.to;
  const mailIs = (state: string) =>
    client.query(
      // As its job leaves it: without one, a site without a mail server would hold it.
      `update mails set state = $1, queued_at = now() from claims where mails.raffle_id = $2 and claims.raffle_id = $2
         and mails.kind = 'prize-won' and mails.entry_id = claims.entry_id and ticket = $3`,
      [state, raffle.id, to],
    );
  expect((await mailIs("waiting")).rowCount).toBeGreaterThan(0);
  const waiting = await seen(`${screen}?q=%23${to}`);
  expect(waiting).toContain("The email is on its way");
  expect(waiting).not.toMatch(/Not told yet|No email/);
  await mailIs("failed");
  const failed = await seen(`${screen}?q=%23${to}`);
  expect(failed).toContain("Not told yet");
  expect(failed).toContain("No email is on its way. Please call or write");
});

it("shows who was told, by which way, and what is left to do", async () => {
  const winner = await firstWinner();
  expect(await seen()).toContain("Winners: 3 · Claimed: 0 · Handed over: 0");
  const notice = { way: "call", reached: "0917 200 0001", answer: "Will come on Monday", at: "" };
  const written = await send({ ...winner, ...notice, noticeId: randomUUID(), intent: "notice" });
  expect(written.text).toContain(`The notice to ticket #${winner.ticket} is saved.`);
  expect(written.text).toContain("0917 200 0001. Will come on Monday");
  const refused = await send({ ...winner, ...notice, answer: "", noticeId: randomUUID(), intent: "notice" });
  expect(refused).toEqual({ status: 422, text: expect.stringContaining("what was said, or the letter") });
  await client.query("update claims set claim_by = now() - interval '1 day' where id = $1", [winner.claimId]);
  const page = await seen();
  expect(page).toContain("Not claimed: decide today");
  expect(page.indexOf("decide today")).toBeLessThan(page.indexOf("Will come on Monday"));
  expect(await send({ ...winner, why: "unclaimed", note: "", intent: "replace" })).toMatchObject({ status: 409 });
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  expect((await send({ ...winner, until, reason: "Was ill", intent: "extend" })).text).toContain("has more time");
  expect(await seen()).not.toContain("decide today");
});

it("turns a claim down, and finds a winner by the ticket", async () => {
  const winner = await firstWinner("HAM");
  const claimedAt = "2026-11-22T10:00:00.000Z";
  await client.query("update claims set claimed_at = $2, voucher_code = '0123456789' where id = $1", [
    ...[winner.claimId, claimedAt],
  ]);
  const path = `${screen}?q=%23${winner.ticket}`;
  const { html } = await visitor.visit(path);
  expect(html).toMatch(/class="button" href="\/voucher\/0123456789"/);
  // What takes something away comes last.
  const forms = [...html.matchAll(/<details(?: class="(\S+)")?><summary>([^<]+)</g)].map(([, look, name]) => [
    look,
    name,
  ]);
  expect(forms.slice(-2)).toEqual([
    ["winner-harm", "Turn the claim down"],
    ["winner-harm", "Replace the winner"],
  ]);
  const answered = await send({ ...winner, claimedAt, reason: "Not this person", intent: "turn-down" });
  expect(answered.text).toContain(`The claim of ticket #${winner.ticket} is turned down.`);
  expect(await seen(path)).toContain("Turned down: Not this person");
  for (const nobody of ["999", "2147483648", "-1", "x"]) {
    expect(await seen(`${screen}?q=${nobody}`)).toContain("This ticket won nothing.");
  }
  for (const place of ["1 HAM", "99999999999 HAM", "x", "1 NOSUCH"]) {
    expect((await visitor.visit(`${screen}?after=${encodeURIComponent(place)}`)).html).toContain("Handed over: ");
  }
});

it("shows a winner's words once the organiser has looked at them, and not during the show", async () => {
  const winner = await firstWinner("HAM");
  const { claimId } = winner;
  const agreedAt = new Date("2026-11-22T10:00:00.123Z");
  await client.query("update claims set claimed_at = now(), voucher_code = '0123456789' where id = $1", [claimId]);
  await client.query(
    "insert into winner_words (raffle_id, claim_id, sentence, photo, agreed_at) values ($1, $2, $3, 'RIFF', $4)",
    [raffle.id, claimId, "Salamat <script>alert(1)</script>", agreedAt],
  );
  const publicPage = async () => (await openVisitor(site.origin).visit(`/raffle/${raffle.codeId}/draw`)).html;
  const photo = `/winner-photo/${raffle.codeId}/${claimId}.webp`;
  const desk = (await visitor.visit(screen)).html;
  expect(textOf(desk)).toContain("Nobody sees it yet.");
  const [, deskPhoto = ""] = /src="(\/unshown-photo\/[^"]+)"/.exec(desk) ?? [];
  const ownPhoto = await visitor.ask(deskPhoto.replaceAll("&amp;", "&"));
  expect([ownPhoto.status, ownPhoto.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect((await fetch(`${site.origin}/unshown-photo/${raffle.codeId}/ZZZZ?claim=${claimId}`)).status).toBe(403);
  expect((await fetch(site.origin + photo)).status).toBe(404);
  expect(await publicPage()).not.toContain("What winners say");

  const version = `${agreedAt.getTime()}000`;
  expect(await send({ ...winner, version: "1", intent: "show-words" })).toMatchObject({ status: 409 });
  const shown = await send({ ...winner, version, intent: "show-words" });
  expect(shown).toEqual({ status: 200, text: expect.stringContaining("is shown to everybody") });
  const page = await publicPage();
  expect(page).toContain("Salamat &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page).not.toContain("<script>alert(1)");
  expect(page).toMatch(/<figcaption[^>]*>Maria P\. · Ham</);
  expect(page).toContain(photo);
  expect((await fetch(site.origin + photo)).headers.get("cache-control")).toBe("public, max-age=300");

  await client.query("update entries set named_by_ticket = true where raffle_id = $1", [raffle.id]);
  // A name changes without a notification, so the page may show it for a second more.
  const unnamed = new RegExp(`<figcaption[^>]*>#${winner.ticket} · Ham<`);
  await expect.poll(publicPage, { timeout: 10_000 }).toMatch(unnamed);
  await client.query("insert into draw_shows (raffle_id, step, updated_at) values ($1, 1, now())", [raffle.id]);
  // Its database notifies the site, which may answer from memory until then.
  await expect.poll(publicPage).not.toContain("Salamat");
  await client.query("update draw_shows set step = 5 where raffle_id = $1", [raffle.id]);
  await expect.poll(publicPage).toContain("Salamat");
  expect((await send({ ...winner, intent: "hide-words" })).text).toContain("is hidden");
  expect(await publicPage()).not.toContain("Salamat");
  expect((await fetch(site.origin + photo)).status).toBe(404);
});
