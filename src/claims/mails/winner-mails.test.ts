import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { groupedCode } from "#src/base/code-formats.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { DRAW_RESULT, drawResultRenderer } from "#src/draws/mails/draw-result.ts";
import { drawMailFanOut } from "#src/draws/mails/fan-out.ts";
import {
  mailAboutClaim,
  mailNewHolders,
  PRIZE_REPLACED,
  REPLACEMENT_ANNOUNCED,
  REPLACEMENT_TAKEN_BACK,
} from "#src/draws/mails/write.ts";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { drawMailsOf, people } from "../../../tests/support/draw-mails.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { sendOutbox } from "../../../tests/support/send-outbox.ts";
import { CLAIM_ANSWERED, CLAIM_EXTENDED, CLAIM_REMINDER, winnerMailRenderers } from "./templates.ts";

const ORIGIN = "https://raffles.example.com";
const { database, site, ...api } = await openTestApi({ ORIGIN }, { chain: TEST_CHAIN });
const { enterAll, fill, lock } = drawMailsOf({ database, site, ...api });
const { draw, outbox } = drawnClaimsOf({ database, site, ...api });
const { db, pool } = database;

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});

beforeEach(() =>
  pool.query("delete from claims; delete from mails; delete from draw_mailings; delete from guess_tallies"),
);

afterAll(() => server.close());

const sendAll = () =>
  sendOutbox({ database, site, server }, (config, keys) => ({
    [DRAW_RESULT]: drawResultRenderer(config, keys),
    ...winnerMailRenderers(config, keys),
  }));

const mailAbout = (raffle: { readonly id: string }, claimId: string, kind: string) =>
  inTransaction(db, (tx) => mailAboutClaim(tx, { raffleId: raffle.id, claimId, kind }));

const mailsTo = (email: string) => server.accepted.filter(({ to }) => to === email).map(({ mail }) => mail);

async function noticesOf(raffleId: string) {
  const { rows } = await pool.query(
    "select claim_id as claim, way, reached, answer, actor from claim_notices where raffle_id = $1 order by claim_id",
    [raffleId],
  );
  return rows;
}

describe("when a raffle is drawn", () => {
  test("winners get a link to claim, all others the result, and the server's answer proves who was told", async () => {
    const raffle = await draw();
    const [first = "", second = "", third = ""] = raffle.winners;
    await pool.query("update entries set language = 'de' where email_key = $1", [second]);
    const mailed = "update mails set language = 'de' from entries where entries.id = entry_id and email_key = $1";
    await pool.query(mailed, [second]);
    await pool.query("update entries set language = 'fil' where email_key = $1", [raffle.others[0]]);
    await fill();
    expect(await outbox()).toEqual(
      [
        ...raffle.winners.map((email) => `prize-won ${email}`),
        ...raffle.others.map((email) => `draw-result ${email}`),
      ].toSorted(),
    );
    await sendAll();
    expect([first, second, third, ...raffle.others].map((email) => mailsTo(email).length)).toEqual([1, 1, 1, 1, 1]);

    const [won] = mailsTo(first);
    const code = groupedCode(raffle.codes[first] ?? "");
    expect(won?.subject?.replace(/\d/, "N")).toBe(`You won with ticket N, entry ${code}`);
    const [link = ""] = /https:\S+\/claim\/\S+/.exec(won?.text ?? "") ?? [];
    expect(link).toMatch(new RegExp(`^${ORIGIN}/claim/${raffle.codeId}/${raffle.codes[first]}\\?own=[\\w-]{32}$`));
    expect(won?.html).toContain(link);
    expect(won?.text).toMatch(/Claim it by: .+your entry code in the .+https:.+\/draw#email=/s);
    expect(mailsTo(second)[0]?.subject).toMatch(/^Du hast gewonnen: Los \d, Teilnahme .{9}$/);
    expect(mailsTo(raffle.others[0] ?? "")[0]?.subject).toMatch(/^Tapos na ang bunutan: ticket \d, entry .{9}$/);
    const other = mailsTo(raffle.others[1] ?? "")[0];
    const inLine = /^You are .+ in line\n[\s\S]+\n\n(.+: You are .+ in line\n)+\nYou get a prize if /m;
    expect(other?.text).toMatch(inLine);
    expect(other?.text).toMatch(/Won: .+ — Maria P\.; .+ — Maria P\., Maria P\./);
    // In line for both prizes: no second number for either.
    expect(other?.text).not.toContain("Your place for");
    expect(other?.text).toContain("check that the draw was fair, and that your ticket was in it.");
    expect(other?.text).not.toContain("/claim/");

    expect(await noticesOf(raffle.id)).toEqual(
      raffle.claims.map(({ id, email }) => ({
        claim: id,
        way: "mail",
        reached: email,
        answer: expect.stringMatching(/^250 /),
        actor: "site",
      })),
    );
  });

  test("an entry that was out reads that its ticket was on the list, and not in play", async () => {
    const raffle = await draw(
      { rules: [{ number: 1, details: "Buy rice" }], drawRequires: "all-rules" },
      5,
      async (email) => {
        await pool.query("update entries set done_rules = '{}' where email_key = $1", [email]);
      },
    );
    const out = Object.keys(raffle.codes).at(-1) ?? "";
    expect(raffle.others).toContain(out);
    await fill();
    await sendAll();
    const [mail] = mailsTo(out);
    expect(mail?.text).toContain("Not in the draw: 1 rule was not done — Buy rice");
    expect(mail?.text).toContain("that your ticket was in the list but not in play.");
    for (const untrue of ["ticket was in it", "Your place for", "drop"]) expect(mail?.text).not.toContain(untrue);
  });

  test("an entry that won several prizes gets one mail for all, which proves all", async () => {
    const raffle = await draw({ prizesEach: "several" }, 1);
    expect(raffle.claims.length).toBeGreaterThan(1);
    await fill();
    expect(await outbox()).toEqual([`prize-won ${raffle.winners[0]}`]);
    await sendAll();
    expect((await noticesOf(raffle.id)).map(({ claim }) => claim).toSorted()).toEqual(
      raffle.claims.map(({ id }) => id).toSorted(),
    );
  });

  test("nothing says that a winner was told whom the mail server refuses", async () => {
    const raffle = await draw();
    server.onRecipient = (to) => (to === raffle.winners[0] ? 550 : undefined);
    await sendAll();
    server.onRecipient = () => undefined;
    expect((await noticesOf(raffle.id)).map(({ reached }) => reached).toSorted()).toEqual(
      raffle.winners.slice(1).toSorted(),
    );
  });

  test("a raffle whose lock was not mailed is a demonstration, and mails nobody", async () => {
    const raffle = await api.createRaffle({ rules: [], drawRequires: "none" });
    await enterAll(raffle, people(3));
    await lock(raffle);
    await pool.query("delete from draw_mailings");
    const { rows } = await pool.query("select round::int from draw_locks where raffle_id = $1", [raffle.id]);
    expect(await drawRaffle(site, { raffleId: raffle.id, actor: "site" }, testBeacon(rows[0].round))).toBe(true);
    await fill();
    expect(await outbox()).toEqual([]);
  });

  test("a result is not mailed a week later", async () => {
    await draw();
    await pool.query("update draw_mailings set begun_at = now() - interval '8 days' where kind = 'drawn'");
    await pool.query("delete from mails");
    await fill(drawMailFanOut());
    expect(await outbox()).toEqual([]);
  });
});

describe("after a draw", () => {
  test("whoever comes is mailed once, and whoever goes is told why", async () => {
    const raffle = await draw();
    const [from] = raffle.claims;
    if (!from) throw new Error("nobody won");
    await sendAll();
    const comes = raffle.others[0] ?? "";
    await inTransaction(db, async (tx) => {
      const at = new Date(Math.ceil(Date.now() / 1000) * 1000);
      await pool.query(
        `insert into draw_replacements (raffle_id, number, prize_code, from_ticket, to_ticket, reason, note, at)
         select raffle_id, 1, prize_code, ticket, 1000, 'unclaimed', '', $2 from claims where id = $1`,
        [from.id, at],
      );
      await pool.query(
        `insert into claims (raffle_id, id, prize_code, ticket, entry_id, held_since, claim_by)
         select claims.raffle_id, gen_random_uuid(), prize_code, 1000, entries.id, $3, $3::timestamptz + interval '9 days'
         from claims join entries on email_key = $2 where claims.id = $1`,
        [from.id, comes, at],
      );
      await pool.query("update claims set gone_at = $2 where id = $1", [from.id, at]);
      await mailNewHolders(tx, raffle.id, at);
      await mailNewHolders(tx, raffle.id, at);
      await mailAboutClaim(tx, { raffleId: raffle.id, claimId: from.id, kind: PRIZE_REPLACED });
    });
    expect(await outbox()).toEqual([`prize-replaced ${from.email}`, `prize-won ${comes}`]);
    await sendAll();
    expect(mailsTo(comes).at(-1)?.subject).toContain("You won");
    const gone = mailsTo(from.email).at(-1);
    expect(gone?.text).toContain("It was not claimed in time");
    expect(gone?.subject).toMatch(/^Your prize has gone to the next in line: ticket \d, entry .{9}$/);
    expect(gone?.text).toContain(`See the result:\n${ORIGIN}/raffle/${raffle.codeId}/draw\n`);
  });

  test.each([
    { to: null, consent: null, heading: "Your prize has gone", words: /nobody else got it[\s\S]*Reason: It was not/ },
    { to: 1000, consent: "given", heading: "You gave your prize back", words: /Thank you\.[\s\S]*to the next in line/ },
    { to: null, consent: "given", heading: "You gave your prize back", words: /Thank you\.[\s\S]*Nobody was left/ },
  ])("a winner who goes reads what became of the prize, and a reason where they gave none: $heading", async (gone) => {
    const raffle = await draw();
    const [from] = raffle.claims;
    if (!from) throw new Error("nobody won");
    await pool.query(
      `insert into draw_replacements (raffle_id, number, prize_code, from_ticket, to_ticket, reason, note, at, consent)
       select raffle_id, 1, prize_code, ticket, $2, 'unclaimed', '', now(), $3 from claims where id = $1`,
      [from.id, gone.to, gone.consent],
    );
    await mailAbout(raffle, from.id, PRIZE_REPLACED);
    await sendAll();
    const mail = mailsTo(from.email).find(({ subject }) => subject?.startsWith(`${gone.heading}: ticket `));
    expect(mail?.subject).toMatch(/: ticket \d, entry [A-Z]{4} [A-Z]{4}$/);
    expect(mail?.text).toMatch(gone.words);
    expect(mail?.text?.includes("Reason: ")).toBe(gone.consent === null);
  });

  test.each([
    ["withdrew", /says that you gave your prize back[\s\S]*If you do not answer, the next in line gets it on/],
    ["disqualified", /says that you cannot have your prize[\s\S]*The next in line gets it on/],
  ])("a winner of whom it is announced (%s) can answer, and hears when it is taken back", async (reason, words) => {
    const raffle = await draw();
    await pool.query("delete from mails");
    const [{ email, id } = { email: "", id: "" }] = raffle.claims;
    const mail = (kind: string) => mailAbout(raffle, id, kind);
    await pool.query(
      `insert into replacement_announcements (raffle_id, id, prize_code, from_ticket, reason, note, at, due_at)
       select raffle_id, gen_random_uuid(), prize_code, ticket, $2, 'By phone', now(), now() + interval '3 days'
       from claims where id = $1`,
      [id, reason],
    );
    await mail(REPLACEMENT_ANNOUNCED);
    await sendAll();
    const sent = mailsTo(email).at(-1);
    expect(sent?.subject).toMatch(/^About your prize, please answer: ticket \d, entry .{9}$/);
    expect(sent?.text).toMatch(words);
    for (const part of ["By phone", `/claim/${raffle.codeId}/`]) expect(sent?.text).toContain(part);
    await mail(REPLACEMENT_ANNOUNCED);
    await pool.query("update replacement_announcements set ended_at = now(), ended_as = 'taken-back'");
    await mail(REPLACEMENT_TAKEN_BACK);
    const before = mailsTo(email).length;
    await sendAll();
    // The announcement is no news any more. The prize still has to be claimed.
    const stays = mailsTo(email).at(-1);
    expect(mailsTo(email)).toHaveLength(before + 1);
    expect(stays?.subject).toMatch(/^Your prize stays yours: ticket \d, entry .{9}$/);
    expect(stays?.text).toMatch(/Claim it by: .+You have not claimed it yet\..+Claim your prize:/s);
    const again = async (changes: string) => {
      await pool.query(`update claims set ${changes} where id = $1`, [id]);
      await mail(REPLACEMENT_TAKEN_BACK);
      await sendAll();
      return mailsTo(email).at(-1)?.text;
    };
    expect(await again("turned_down_at = now(), turned_down_for = 'No ID'")).toMatch(
      /Claim it by: .+Please change it in time.+Change your claim:/s,
    );
    const late = await again("claim_by = now() - interval '1 day'");
    expect(late).toMatch(/The time to claim it has passed\. Please ask the organiser\.\s+See your prize:/);
    expect(late).not.toMatch(/Claim it by|in time/);
    const settled = await again("claimed_at = now(), voucher_code = '0123456789'");
    expect(settled).toMatch(/You need not do anything about it\.\s+See your prize:/);
    expect(settled).not.toMatch(/Claim it by|answer/);
  });

  test("winners who have not claimed are reminded of all their prizes", async () => {
    const raffle = await draw();
    await pool.query("delete from mails");
    const [{ email, id } = { email: "", id: "" }] = raffle.claims;
    await mailAbout(raffle, id, CLAIM_REMINDER);
    await sendAll();
    expect(mailsTo(email).at(-1)?.subject).toMatch(/^Your prize is still waiting: ticket \d, entry .{9}$/);
    expect(mailsTo(email).at(-1)?.text).toContain("/claim/");
  });

  test("a claim that was turned down is answered with the reason, and one with more time with the time", async () => {
    const raffle = await draw();
    const [turned, extended, claimed] = raffle.claims;
    await pool.query("delete from mails");
    await pool.query("update claims set turned_down_at = now(), turned_down_for = $2 where id = $1", [
      turned?.id,
      "No ID. See evil.example.com",
    ]);
    await pool.query("update claims set claimed_at = now(), voucher_code = '0123456789' where id = $1", [claimed?.id]);
    for (const { id } of raffle.claims)
      await mailAbout(raffle, id, id === turned?.id ? CLAIM_ANSWERED : CLAIM_EXTENDED);
    await sendAll();
    const [change] = mailsTo(turned?.email ?? "");
    expect(change?.subject).toMatch(/^Please change your claim: ticket \d, entry .{9}$/);
    expect(change?.text).toMatch(/Reason: No ID\. See evil\. example\. com\n.+Change your claim:/s);
    const [more] = mailsTo(extended?.email ?? "");
    expect(more?.subject).toMatch(/^More time for your prize: ticket \d, entry .{9}$/);
    expect([more?.text, mailsTo(claimed?.email ?? "")]).toEqual([expect.stringContaining("gives you more time"), []]);
    await mailAbout(raffle, turned?.id ?? "", CLAIM_EXTENDED);
    await sendAll();
    expect(mailsTo(turned?.email ?? "").at(-1)?.text).toMatch(
      /more time to change your claim.+Reason: No ID\. See evil\. example\. com\n.+Change your claim:/s,
    );
  });
});
