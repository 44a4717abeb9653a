import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "#src/base/clock.ts";
import { groupedCode } from "#src/base/code-formats.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { addressKey, mailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { stopMail } from "#src/mail/mail-stops.ts";
import { leafHash, rootFromProof } from "#src/tlog/format/merkle.ts";
import { asOrganiser, entryBody, type TestRaffle } from "../../../tests/support/api.ts";
import { BATCH, drawMailsOf, once, people, startDrawMails } from "../../../tests/support/draw-mails.ts";
import { jsonFilesOf, type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { logOrigin, logVkey } from "../log/names.ts";
import { logNext } from "../log/write-log.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { sixWordsOf } from "../protocol/format/six-words.ts";
import { sealOf, type Ticket } from "../protocol/list/ticket.ts";
import { lockProofToJudge } from "../protocol/log/lock-proof.ts";
import type { SignedLock } from "../protocol/transcript.ts";
import { COLLECTED_HOURS, drawMailFanOut } from "./fan-out.ts";

const ORIGIN = "https://raffles.example.com";
const { database, site, ...api } = await openTestApi({ ORIGIN });
const { enterAll, lock, outbox, fill } = drawMailsOf({ database, site, ...api });
const { db, pool } = database;
const { secret } = site;
const keys = mailKeys(secret);

let server: MailServer;
let running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startMailServer();
});

beforeEach(() => pool.query("delete from draw_mailings"));

afterEach(async () => {
  for (const one of running) await one.stop();
  running = [];
  await pool.query("delete from mails; delete from mail_stops; delete from guess_tallies");
});

afterAll(() => server.close());

const dropped = async () => (await pool.query("select from mails where state = 'dropped'")).rowCount;
/** Sends mails about draws as a process of the site does; it stops after the test. */
async function sendMails() {
  running.push(...(await startDrawMails({ database, site, server })));
}

const mailsTo = (email: string) => server.accepted.filter(({ to }) => to === email).map(({ mail }) => mail);

const mailTo = async (email: string) => {
  await server.until(() => mailsTo(email).length > 0);
  return mailsTo(email)[0];
};

test("an address that proved nothing is told of five locks a day, of whatever raffles", async () => {
  const [person = ""] = people(1);
  for (let locks = 1; locks <= 6; locks += 1) {
    const raffle = await api.createRaffle();
    await enterAll(raffle, [person]);
    await lock(raffle);
  }
  await fill();
  await sendMails();
  await expect.poll(dropped).toBe(1);
  await server.until(() => mailsTo(person).length === 5);
});

describe("when a list locks", () => {
  test("each entrant is mailed the lock, and a proof that leads to it", async () => {
    const raffle = await api.createRaffle();
    const emails = people(9);
    const codes = await enterAll(raffle, emails);
    const [en = "", de = "", fil = ""] = emails;
    await pool.query("update entries set language = 'de' where email_key = $1", [de]);
    await pool.query("update entries set language = 'fil', done_rules = '{}' where email_key = $1", [fil]);
    const out = emails[3] ?? "";
    await pool.query("update entries set disqualified_for = 'Entered twice' where email_key = $1", [out]);
    const lockHash = await lock(raffle);
    const published = (await api.ask("GET", `/raffles/${raffle.id}/draw`)).body as unknown as SignedLock;
    while ((await logNext(db, { secret, clock: systemClock, chain: QUICKNET, origin: ORIGIN })).rows > 0);
    await sendMails();
    await server.until(() => emails.every((email) => mailsTo(email).length > 0));

    for (const email of emails) {
      const mail = await mailTo(email);
      const text = mail?.text ?? "";
      const [own, signed, logged] = mail ? jsonFilesOf(mail) : [];
      const { line } = own as { readonly line: string };
      const proof = (own.proof as string[]).map((hash) => Buffer.from(hash, "hex"));
      const ticket = JSON.parse(line) as Ticket;
      const place = { index: ticket.ticket - 1, size: emails.length };
      const root = rootFromProof(leafHash(Buffer.from(line)), place, proof);
      expect(Buffer.from(root ?? []).toString("hex")).toBe(published.lock.root);
      const url = new URL(/https:\S+\/draw\?\S+/.exec(text)?.[0] ?? "");
      expect(url.href.startsWith(`${ORIGIN}/raffle/${raffle.codeId}/draw?lock=${lockHash}#`)).toBe(true);
      const { entryCode = "", key = "", ...mine } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
      expect({ entryCode, mine }).toEqual({ entryCode: codes[email], mine: { email } });
      expect(sealOf({ email, entryCode, key, raffle: raffle.codeId })).toBe(ticket.seal);
      expect(own).toMatchObject({ email, entryCode, key, raffle: raffle.codeId, ticket: ticket.ticket, lockHash });
      // What machines read is in the file alone, but for the link; people read ticket, entry code and six words.
      const words = await sixWordsOf(lockHash);
      for (const part of [text, mail?.html ?? ""]) {
        const read = part.replaceAll(/https:[^\s"]+/g, "");
        expect(read).not.toMatch(/[0-9a-f]{32}|chances/);
        for (const shown of [groupedCode(entryCode), words]) expect(read).toContain(shown);
      }
      expect(mail?.subject).toMatch(new RegExp(`\\b${ticket.ticket}\\b.*${groupedCode(entryCode)}`));
      const others = emails.filter((one) => one !== email).flatMap((other) => [other, String(codes[other])]);
      expect(others.filter((other) => `${text}${mail?.html}`.includes(other))).toEqual([]);
      expect(text).not.toContain("{{");
      expect(signed).toEqual(published);
      const lockProof = { answer: logged, logKey: logVkey(secret, logOrigin(ORIGIN)), witnesses: [] };
      expect(lockProofToJudge(lockProof).judge(lockHash, undefined)).toMatchObject({ state: "logged" });
    }
    expect((await mailTo(en))?.text).toContain("In the draw for both prizes, because you chose none\n");
    expect((await mailTo(de))?.subject).toMatch(
      /^Dein Los \d für die Ziehung, Teilnahme [A-Z]{4} [A-Z]{4}: Heb diese E-Mail auf$/,
    );
    const filipino = await mailTo(fil);
    expect(filipino?.subject).toMatch(/^Wala sa bunutan ang ticket \d, entry .{9}: itago ang email na ito$/);
    expect(filipino?.text).toContain("Wala sa bunutan: 2 gagawin ang hindi natapos — Follow our page, Share the post");
    expect((await mailTo(out))?.subject).toMatch(/^Ticket \d, entry .{9}, is not in the draw: keep this email$/);
    expect((await mailTo(out))?.text).toMatch(
      /Your ticket is in the list, but not in the draw.*Out: Entered twice, by/s,
    );
    expect(emails.map((email) => mailsTo(email).length)).toEqual(emails.map(() => 1));
  });

  test("those without an e-mail are passed over, and those who stopped mail or were erased get none", async () => {
    const raffle = await api.createRaffle();
    const [stopped = "", erased = "", refuser = "", last = ""] = people(4);
    await enterAll(raffle, [stopped, erased, refuser, last]);
    await pool.query("insert into news_refusals (address_key, refused_at) values ($1, now())", [
      addressKey(keys, refuser),
    ]);
    await pool.query(
      `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email,
         terms_accepted_at, submission_hash)
       select raffle_id, gen_random_uuid(), 'PAPERAAA', first_name, last_name, address, '+639170000001', '+639170000001', '',
         terms_accepted_at, sha256('paper') from entries where email_key = $1`,
      [last],
    );
    await lock(raffle);
    await fill();
    expect(await outbox()).toEqual(once([stopped, erased, refuser, last]));
    await stopMail({ db, keys }, unsubscribeToken(keys, addressKey(keys, stopped)));
    await pool.query("delete from entries where email_key = $1", [erased]);
    await sendMails();
    await Promise.all([mailTo(refuser), mailTo(last)]);
    await expect.poll(dropped).toBe(2);
    expect([...mailsTo(stopped), ...mailsTo(erased)]).toEqual([]);
  });

  test("a mail that did not go out before the randomness is public is not sent, and none is written", async () => {
    const raffle = await api.createRaffle();
    const emails = people(BATCH + 1);
    await enterAll(raffle, emails);
    await lock(raffle);
    await inTransaction(db, drawMailFanOut({ entriesPerBatch: BATCH }));
    await pool.query("update draw_locks set round_at = now() where raffle_id = $1", [raffle.id]);
    await fill();
    expect(Object.keys(await outbox())).toHaveLength(BATCH);
    await sendMails();
    await expect.poll(dropped).toBe(BATCH);
  });
});

describe("when a plan changes after somebody entered", () => {
  const edit = async (raffle: TestRaffle, body: Record<string, unknown>) => {
    const { rows } = await pool.query("select version from raffles where id = $1", [raffle.id]);
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    const edited = await api.ask("PATCH", `/raffles/${raffle.id}`, { version: rows[0].version, ...body }, headers);
    expect(edited.status).toBe(200);
  };
  const later = (hours: number) =>
    pool.query("update draw_mailings set begun_at = begun_at - make_interval(hours => $1) where state = 'collecting'", [
      hours,
    ]);

  test("they get one mail of all changes of some hours, in words", async () => {
    const raffle = await api.createRaffle();
    const [person = "", late = ""] = people(2);
    await enterAll(raffle, [person]);
    await edit(raffle, { reserves: 5 });
    await edit(raffle, { drawDate: "2099-03-07T12:00:00Z", reserves: 4 });
    await enterAll(raffle, [late]);
    await later(COLLECTED_HOURS - 1);
    await fill();
    expect(await outbox()).toEqual({});
    await later(1);
    await fill();
    expect(await outbox()).toEqual(once([person]));
    await sendMails();
    const mail = await mailTo(person);
    const text = mail?.text ?? "";
    expect(text).toContain("Reserves: 4 for each prize\nBefore: 2 for each prize\n");
    expect(text.replaceAll("\u202f", " ")).toContain("Draw date: Saturday, March 07, 2099, 8:00 PM\nBefore: ");
    expect(text).not.toContain("Who can win");
    expect(text).toContain(`${ORIGIN}/raffle/${raffle.codeId}`);
    const changes = await pool.query("select before, after from draw_mailings where raffle_id = $1", [raffle.id]);
    expect(changes.rowCount).toBe(1);
    const [{ before, after }] = mail ? jsonFilesOf(mail) : [];
    expect([before, after].map(({ hash, plan }) => [hash, plan.reserves])).toEqual([
      [hashOf(before.plan), 2],
      [hashOf(after.plan), 4],
    ]);
    expect(text).not.toMatch(/[0-9a-f]{64}/);

    // The next change waits for its own hours.
    await edit(raffle, { reserves: 6 });
    await fill();
    expect(await outbox()).toEqual(once([person]));
  });

  test("they are told of another due date, which is in no plan of the protocol", async () => {
    const raffle = await api.createRaffle({ dueDate: "2099-03-01T12:00:00Z", drawDate: "2099-03-07T12:00:00Z" });
    const [person = ""] = people(1);
    await enterAll(raffle, [person]);
    await edit(raffle, { dueDate: "2099-02-01T12:00:00Z" });
    await later(COLLECTED_HOURS);
    await fill();
    await sendMails();
    const text = ((await mailTo(person))?.text ?? "").replaceAll("\u202f", " ");
    expect(text).toContain("Due date: Sunday, February 01, 2099, 8:00 PM\nBefore: Sunday, March 01, 2099, 8:00 PM\n");
    expect(text).not.toContain("Draw date: ");
  });

  test("they are told when winners are announced, which is in no plan of the protocol and fixed with the list", async () => {
    const raffle = await api.createRaffle();
    const [person = ""] = people(1);
    await enterAll(raffle, [person]);
    await edit(raffle, { announce: "with-show" });
    await later(COLLECTED_HOURS);
    await fill();
    await sendMails();
    const mail = await mailTo(person);
    expect(mail?.text).toContain(
      "Winners are announced: With the show, 24 hours after the draw at the latest\nBefore: At once, with the draw\n",
    );
    const [{ before, after }] = mail ? jsonFilesOf(mail) : [];
    expect(before.hash).toBe(after.hash);
    await lock(raffle);
    const { rows } = await pool.query("select version from raffles where id = $1", [raffle.id]);
    const body = { version: rows[0].version, announce: "at-once" };
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    const refused = await api.ask("PATCH", `/raffles/${raffle.id}`, body, headers);
    expect(refused).toMatchObject({ status: 409, body: { code: "list-locked" } });
  });

  test("they get no file with a link that an organiser typed as a prize's code", async () => {
    const raffle = await api.createRaffle({ prizes: [{ prizeCode: "www.evil.ph", name: "Ham" }] });
    const [person = ""] = people(1);
    await enterAll(raffle, [person]);
    await edit(raffle, { reserves: 5 });
    await later(COLLECTED_HOURS);
    await fill();
    await sendMails();
    expect((await mailTo(person))?.attachments).toEqual([]);
  });

  test("they get none if it is in the end as it was, or nobody had entered", async () => {
    const [raffle, empty] = [await api.createRaffle(), await api.createRaffle()];
    await edit(empty, { reserves: 5 });
    await enterAll(raffle, people(2));
    await edit(raffle, { reserves: 5 });
    await edit(raffle, { reserves: 2 });
    await later(COLLECTED_HOURS);
    await fill();
    expect(await outbox()).toEqual({});
    expect((await pool.query("select from draw_mailings where state = 'collecting'")).rowCount).toBe(0);
  });

  test("what was collected is mailed at the lock", async () => {
    const raffle = await api.createRaffle();
    const [person = ""] = people(1);
    await enterAll(raffle, [person]);
    await edit(raffle, { reserves: 5 });
    await lock(raffle);
    await fill();
    expect(await outbox()).toEqual({ [person]: 2 });
  });

  test("an address gets five a day of all raffles", async () => {
    const [person = ""] = people(1);
    const raffles = await Promise.all(Array.from({ length: 6 }, () => api.createRaffle()));
    for (const raffle of raffles) {
      await enterAll(raffle, [person], { ...entryBody(), email: person, rules: [] });
      await edit(raffle, { reserves: 5 });
    }
    await later(COLLECTED_HOURS);
    await fill();
    await sendMails();
    await expect.poll(dropped).toBe(1);
    await server.until(() => mailsTo(person).length === 5);
  });
});
