import type { Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { groupedCode } from "#src/base/code-formats.ts";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { startJobs } from "#src/jobs/jobs.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { mailDelivery } from "#src/mail/delivery.ts";
import { startMailEnqueuer } from "#src/mail/enqueue-mails.ts";
import { allowMail, readStop, stopMail } from "#src/mail/mail-stops.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { asOrganiser, createTestApi, entryBody } from "../../../tests/support/api.ts";
import { countMails } from "../../../tests/support/count-mails.ts";
import { siteMailLimits } from "../../../tests/support/mail-admission.ts";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { solveForApi } from "../../../tests/support/robot-puzzle.ts";
import { createRobotCheck } from "../robots/robot-check.ts";
import { createRobotRates } from "../robots/robot-rates.ts";
import { insertEntries } from "../submit/insert-entries.ts";
import { preparePaperSubmission } from "../submit/submission.ts";
import { CHANGED_BY_OTHER } from "./changed-by-other.ts";
import { ENTRY_RECEIPT, queueReceipts, receiptRenderer } from "./receipts.ts";

const api = await openTestApi({ ORIGIN: "https://raffles.example.com" });
const { db } = api.database;
const keys = mailKeys(api.site.secret);

let server: MailServer;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startMailServer();
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  for (const table of ["mails", "receiptRequests", "guessTallies"] as const) await db.deleteFrom(table).execute();
});

afterAll(() => server.close());

const fail = (error: unknown) => Promise.reject(error);

/** Starts the mail delivery like another process of the site; it stops after the test. */
async function sendMails(env: Record<string, string> = { SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" }) {
  const config = readConfig({ ORIGIN: "https://raffles.example.com", ...env });
  if (!config.ok) throw new Error(config.refusal);
  const { smtp, mailFrom, origin, productName } = config.value;
  const delivery = mailDelivery({
    db,
    admit: siteMailLimits(db, api.site.secret),
    renderers: { [ENTRY_RECEIPT]: receiptRenderer(config.value, { keys, secret: api.site.secret, signedReceipt }) },
    server: smtp,
    sender: mailFrom && { from: { name: productName, address: mailFrom.address }, replyTo: undefined, origin },
  });
  const { connectionString } = api.database;
  const jobs = await startJobs({ connectionString, timeZone: "Asia/Manila", onError: fail }, [delivery]);
  const canSend = smtp !== undefined;
  const feed = startMailEnqueuer({ db, canSend, jobs, delivery, sources: [queueReceipts], onError: fail });
  running.push(feed, jobs);
}

async function receiptOf(email: string): Promise<Email> {
  const accepted = () => server.accepted.find(({ to }) => to === email)?.mail;
  await server.until(() => accepted() !== undefined);
  return accepted() as Email;
}

const signedReceipt = async () => ({ name: "receipt.json", type: "application/json", content: "{}" });
const dates = { dueDate: "2099-03-05T10:00:00Z", drawDate: "2099-03-07T12:00:00Z" };

describe("somebody who enters", () => {
  test.each([
    ["en", "You are in: entry CODE at Tambiolo", "Thursday, March 05, 2099, 6:00 PM (Manila time)"],
    ["de", "Du bist dabei: Teilnahme CODE bei Tambiolo", "Donnerstag, 5. März 2099, 18:00 Uhr (Zeit in Manila)"],
    ["fil", "Kasali ka na: entry CODE sa Tambiolo", "Thursday, March 05, 2099, 6:00 PM (oras sa Manila)"],
  ])("gets a receipt in the language of the page, %s", async (language, subject, due) => {
    const shop = { shopName: "Luz & Sons", shopPlace: "Jaro", shopContact: "0917 555 0142" };
    const raffle = await api.createRaffle({ ...dates, ...shop });
    const email = `${language}@example.com`;
    const body = entryBody({ email, rules: raffle.rules.map(({ id }) => id) });
    const entered = await api.ask("POST", `/raffles/${raffle.id}/entries?lang=${language}`, body);
    expect(entered.status).toBe(201);
    await sendMails();
    const mail = await receiptOf(email);
    const entryCode = String(entered.body.entryCode);
    const link = `https://raffles.example.com/raffle-entry/${raffle.codeId}/${entryCode}`;
    const shown = groupedCode(entryCode);
    expect([mail.subject, mail.to]).toEqual([subject.replace("CODE", shown), [{ name: "", address: email }]]);
    for (const part of [mail.text, mail.html]) {
      for (const said of [shown, link, "Noche Buena Basket"]) expect(part).toContain(said);
      expect(part?.replaceAll("\u202f", " ")).toContain(due);
      expect(part).not.toContain("{{");
    }
    // Nobody has proved that the mailbox wants it, so it holds no telephone number.
    expect(mail.text).toMatch(/^.+: Luz & Sons, Jaro$/m);
    expect(mail.text).not.toContain("0917 555 0142");
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.text).toContain("receipt.json");
    expect(mail.attachments).toMatchObject([{ filename: "receipt.json", mimeType: "application/json" }]);
  });

  test.each([
    ["in", 2, null, "You are in: entry CODE at Tambiolo", "In the draw for both prizes"],
    ["not-yet", 1, null, "We have your entry CODE at Tambiolo", "Not in the draw yet: 1 rule to go"],
    ["out", 2, "Twice", "Your entry CODE at Tambiolo", "Out: Twice"],
  ] as const)("reads in subject and heading what is so: %s", async (state, done, disqualifiedFor, subject, line) => {
    const raffle = await api.createRaffle(dates);
    const email = `${state}@example.com`;
    const code = await api.enter(raffle, { email, rules: raffle.rules.slice(0, done).map(({ id }) => id) });
    await db.updateTable("entries").set({ language: "en", disqualifiedFor }).where("entryCode", "=", code).execute();
    await sendMails();
    const mail = await receiptOf(email);
    const text = mail.text?.replaceAll("\u202f", " ") ?? "";
    expect(mail.subject).toBe(subject.replace("CODE", groupedCode(code)));
    expect(text).toMatch(new RegExp(`${line}.*Draw date: Saturday, March 07, 2099, 8:00 PM`, "s"));
    expect([/You are in/.test(text), /drop/i.test(`${text}${mail.html}`)]).toEqual([state === "in", false]);
  });

  test("at a raffle with a name of all kinds of signs gets it as text", async () => {
    const raffle = await api.createRaffle({ name: `Fish & <img src=x onerror="alert(1)"> Chips $t(receipt.lead)` });
    const email = "signs@example.com";
    await api.enter(raffle, { email, firstName: "<b>Ana</b>" });
    await sendMails();
    const mail = await receiptOf(email);
    expect(mail.text).toContain(`Fish & <img src=x onerror="alert(1)"> Chips`);
    expect(mail.html).not.toMatch(/<img|<b>/);
    expect(mail.html).toContain("Fish &amp; &lt;img src=x onerror=&quot;alert(1)&quot;&gt; Chips");
  });

  test("and sends the form again, or does not get in, gets no other", async () => {
    const raffle = await api.createRaffle();
    const body = entryBody({ entryCode: "ABCDEFGH" });
    for (const lang of ["en", "de"]) {
      const answer = await api.ask("POST", `/raffles/${raffle.id}/entries?lang=${lang}`, body);
      expect(answer).toMatchObject({ status: 201, body: { entryCode: "ABCDEFGH" } });
    }
    expect(await api.ask("POST", `/raffles/${raffle.id}/entries`, entryBody({ phone: body.phone }))).toMatchObject({
      status: 409,
    });
    await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
    const mails = await db.selectFrom("mails").select("language").execute();
    expect(mails).toEqual([{ language: "en" }]);
  });

  test("on paper gets none", async () => {
    const raffle = await findRaffle(db, (await api.createRaffle()).id);
    const prepared = raffle && preparePaperSubmission(raffle, entryBody(), { defaultRegion: "PH", source: "" });
    if (!prepared?.ok) throw new Error("The entry is not valid.");
    const stored = await inTransaction(db, (tx) => insertEntries(tx, [prepared.value]));
    expect([...stored.keys()]).toEqual([prepared.value.id]);
    expect(await db.selectFrom("receiptRequests").selectAll().execute()).toEqual([]);
  });

  test("from a network that had its receipts of the day is in without one, and nobody else's network pays", async () => {
    let time = Date.now();
    const rates = createRobotRates(api.site.secret, () => time);
    const robots = createRobotCheck({ secret: api.site.secret, enabled: true, note: () => undefined, rates });
    const site = createTestApi(db, {}, { robots });
    const raffle = await site.createRaffle();
    const enter = async (address: string) => {
      const from = { "x-forwarded-for": address };
      expect((await site.send("POST", `/raffles/${raffle.id}/entries`, entryBody(), from)).status).toBe(201);
      return (await db.selectFrom("receiptRequests").select("id").execute()).length;
    };
    const [town, elsewhere] = ["198.51.100.7", "203.0.113.7"];
    expect(await enter(town)).toBe(1);
    // Robots that know the rate limit, and stay below it.
    for (let sent = 0; sent < 51; sent += 1) {
      rates.count({ address: town, raffleId: raffle.id });
      time += 1_000;
    }
    expect(await enter(town)).toBe(1);
    // A client that can solve a puzzle is asked for one, and then gets its receipt.
    const body = entryBody({ email: "solver@example.com", entryCode: "SOLVERAB" });
    const send = (altcha: string) =>
      site.ask("POST", `/raffles/${raffle.id}/entries`, { ...body, altcha }, { "x-forwarded-for": town });
    const asked = await send("ready");
    expect(asked.body).toMatchObject({ code: "challenge-required" });
    expect((await send(await solveForApi(asked.body.challenge as never))).status).toBe(201);
    expect(await db.selectFrom("receiptRequests").select("id").execute()).toHaveLength(2);
    expect(await enter(elsewhere)).toBe(3);
    time += 86_400_000;
    expect(await enter(town)).toBe(4);
  });

  test("and loses the address before it is sent, gets none", async () => {
    const raffle = await api.createRaffle();
    const entryCode = await api.enter(raffle, { email: "corrected@example.com" });
    await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
    const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
    expect((await api.ask("PATCH", `/entries/${entryCode}`, { email: "" }, organiser)).status).toBe(200);
    await db.deleteFrom("mails").where("kind", "=", CHANGED_BY_OTHER).execute();
    await sendMails();
    await expect.poll(() => countMails(db)).toEqual({ dropped: 1 });
    expect(server.seen.recipients).not.toContain("corrected@example.com");
  });

  test("and is erased before it is sent, gets none", async () => {
    const raffle = await api.createRaffle();
    await api.enter(raffle, { email: "gone@example.com" });
    await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
    await db.deleteFrom("entries").where("raffleId", "=", raffle.id).execute();
    await sendMails();
    await expect.poll(() => countMails(db)).toEqual({ dropped: 1 });
    expect(server.seen.recipients).not.toContain("gone@example.com");
  });
});

describe("somebody whose address strangers type in", () => {
  const PHISH = "Claim https://evil.example/x now,\u202e write to win@evil.example";

  test("reads nothing of theirs in the subject and beside the address, and finds nothing to follow in the text", async () => {
    const raffle = await api.createRaffle({ name: PHISH, shopName: PHISH, shopContact: PHISH });
    const email = "phished@example.com";
    const code = await api.enter(raffle, { email, firstName: PHISH, lastName: PHISH });
    await sendMails();
    const mail = await receiptOf(email);
    expect(mail.subject).toBe(`Wir haben deine Teilnahme ${groupedCode(code)} bei Tambiolo`);
    expect(mail.text?.startsWith("Tambiolo\n\nWir haben")).toBe(true);
    expect(mail.to).toEqual([{ name: "", address: email }]);
    const own = "https://raffles.example.com/";
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain("Claim");
      const links = part?.match(/https?:\/\/[^\s"<]+/g) ?? [];
      expect(links.filter((link) => !link.startsWith(own))).toEqual([]);
      expect(part).not.toMatch(/evil\.example|\S@evil|\u202e/);
    }
  });

  test("gets five receipts in a day, of however many raffles, and others get theirs", async () => {
    const raffles = await Promise.all(Array.from({ length: 25 }, () => api.createRaffle()));
    for (const [number, raffle] of raffles.entries()) {
      // Alternating spellings of the same mailbox.
      const email = number % 2 === 0 ? "Victim@example.com" : "victim@EXAMPLE.com";
      await api.enter(raffle, { email });
    }
    await api.enter(raffles[0] as { id: string }, { email: "bystander@example.com" });
    await sendMails();
    await receiptOf("bystander@example.com");
    await expect.poll(() => countMails(db)).toEqual({ sent: 6, dropped: 20 });
    const toVictim = server.accepted.filter(({ to }) => to.toLowerCase() === "victim@example.com");
    expect(toVictim).toHaveLength(5);
  });

  test("stops it with one click, for all raffles, and the database does not know whose address it is", async () => {
    const email = "stop.it@example.com";
    await api.enter(await api.createRaffle(), { email });
    await sendMails();
    const mail = await receiptOf(email);
    const header = (key: string) => mail.headers.find((one) => one.key === key)?.value ?? "";
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const url = new URL(header("list-unsubscribe").slice(1, -1));
    expect([url.origin, url.searchParams.has("all")]).toEqual(["https://raffles.example.com", true]);
    expect(mail.text).toContain(url.href);
    const token = url.pathname.split("/").at(-1) ?? "";
    const deps = { db, keys };
    expect(await stopMail(deps, `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toBe(false);
    expect(await readStop(deps, token)).toEqual({ at: null });
    expect(await stopMail(deps, token)).toBe(true);

    await api.enter(await api.createRaffle(), { email: "STOP.IT@example.com" });
    await expect.poll(() => countMails(db)).toEqual({ sent: 1, dropped: 1 });
    const stops = await db.selectFrom("mailStops").selectAll().execute();
    expect(stops).toHaveLength(1);
    expect(JSON.stringify(stops)).not.toMatch(/stop.?it/i);

    expect(await allowMail(deps, token)).toBe(true);
    await api.enter(await api.createRaffle(), { email });
    await expect.poll(() => countMails(db)).toEqual({ sent: 2, dropped: 1 });
  });
});

test("without a mail server receipts are held, and when there is one those of the last day are sent", async () => {
  const raffle = await api.createRaffle();
  await api.enter(raffle, { email: "old@example.com" });
  await sendMails({});
  await expect.poll(() => countMails(db)).toEqual({ held: 1 });
  await api.database.pool.query("update mails set created_at = created_at - interval '25 hours'");
  await api.enter(raffle, { email: "new@example.com" });
  await expect.poll(() => countMails(db)).toEqual({ held: 2 });
  for (const one of running.splice(0)) await one.stop();

  await sendMails();
  await receiptOf("new@example.com");
  await expect.poll(() => countMails(db)).toEqual({ held: 1, sent: 1 });
  expect(server.seen.recipients).not.toContain("old@example.com");
});

test("two processes send everybody's receipt once", async () => {
  const raffle = await api.createRaffle();
  const people = Array.from({ length: 60 }, (_, n) => `crowd${n}@example.com`);
  await Promise.all(people.map((email) => api.enter(raffle, { email })));
  await sendMails();
  await sendMails();
  await expect.poll(() => countMails(db)).toEqual({ sent: people.length });
  const crowd = server.accepted.flatMap(({ to }) => (to.startsWith("crowd") ? [to] : []));
  expect(crowd.toSorted()).toEqual(people.toSorted());
});
