import type { Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { startJobs } from "#src/jobs/jobs.ts";
import { mailDelivery } from "#src/mail/delivery.ts";
import { startMailFeed } from "#src/mail/mail-feed.ts";
import { countMails } from "#src/mail/read.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { entryBody } from "../../tests/support/api.ts";
import { type MailServer, startMailServer } from "../../tests/support/mail-server.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { ENTRY_RECEIPT, queueReceipts, receiptComposer } from "./receipts.ts";
import { prepareSubmission } from "./submission.ts";
import { insertEntries } from "./write.ts";

const api = await openTestApi({ ORIGIN: "https://raffles.example.com" });
const { db } = api.database;

/** Starting what sends mails, on a busy machine, and its looking for them. */
const PATIENT = { timeout: 15_000 };

let server: MailServer;
let running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startMailServer();
});

afterEach(async () => {
  for (const one of running) await one.stop();
  running = [];
  await db.deleteFrom("mails").execute();
  await db.deleteFrom("receiptRequests").execute();
});

afterAll(() => server.close());

/** Starts what sends mails, as another process of the site does; it stops after the test. */
async function sendMails(env: Record<string, string> = { SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" }) {
  const config = readConfig({ ORIGIN: "https://raffles.example.com", ...env });
  if (!config.ok) throw new Error(config.refusal);
  const { smtp, mailFrom, origin, productName } = config.value;
  const delivery = mailDelivery({
    db,
    composers: { [ENTRY_RECEIPT]: receiptComposer(config.value) },
    server: smtp,
    sender: mailFrom && { from: { name: productName, address: mailFrom.address }, replyTo: undefined, origin },
  });
  const onError = (error: unknown) => {
    throw error;
  };
  const { connectionString } = api.database;
  const jobs = await startJobs({ connectionString, timeZone: "Asia/Manila", onError }, [delivery]);
  const canSend = smtp !== undefined;
  const feed = startMailFeed({ db, canSend, jobs, delivery, sources: [queueReceipts], onError });
  running.push(feed, jobs);
}

async function receiptOf(email: string): Promise<Email> {
  await server.until(() => server.accepted.some(({ to }) => to === email));
  return server.accepted.find(({ to }) => to === email)?.mail as Email;
}

const dates = { dueDate: "2099-03-05T10:00:00Z", drawDate: "2099-03-07T12:00:00Z" };

describe("somebody who enters", () => {
  test.each([
    ["en", "You are in: Noche Buena Basket", "March 05, 2099, 6:00 PM"],
    ["de", "Du bist dabei: Noche Buena Basket", "5. März 2099, 18:00"],
    ["fil", "Kasali ka na: Noche Buena Basket", "March 05, 2099, 6:00 PM"],
  ])("gets a receipt in the language of the page, %s", async (language, subject, due) => {
    const raffle = await api.createRaffle(dates);
    const email = `${language}@example.com`;
    const entered = await api.ask("POST", `/raffles/${raffle.id}/entries?lang=${language}`, entryBody({ email }));
    expect(entered.status).toBe(201);
    await sendMails();
    const mail = await receiptOf(email);
    const entryCode = String(entered.body.entryCode);
    const link = `https://raffles.example.com/raffle-entry/${raffle.codeId}/${entryCode}`;
    expect(mail.subject).toBe(subject);
    expect(mail.to).toEqual([{ name: "Maria Peña", address: email }]);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(entryCode);
      expect(part).toContain(link);
      expect(part?.replaceAll("\u202f", " ")).toContain(due);
      expect(part).not.toContain("{{");
    }
    expect(mail.html).toContain(`<html lang="${language}">`);
  });

  test("at a raffle with a name of all kinds of signs gets it as text", async () => {
    const raffle = await api.createRaffle({ name: `Fish & <img src=x onerror="alert(1)"> Chips $t(receipt.lead)` });
    const email = "signs@example.com";
    await api.enter(raffle, { email, firstName: "<b>Ana</b>" });
    await sendMails();
    const mail = await receiptOf(email);
    expect(mail.subject).toContain(`Fish & <img src=x onerror="alert(1)"> Chips $t(receipt.lead)`);
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
    const prepared = raffle && prepareSubmission(raffle, entryBody(), "PH");
    if (!prepared?.ok) throw new Error("The entry is not valid.");
    const stored = await inTransaction(db, (tx) => insertEntries(tx, [prepared.value], { receipts: false }));
    expect([...stored.keys()]).toEqual([prepared.value.id]);
    expect(await db.selectFrom("receiptRequests").selectAll().execute()).toEqual([]);
  });

  test("and is erased before it is sent, gets none", async () => {
    const raffle = await api.createRaffle();
    await api.enter(raffle, { email: "gone@example.com" });
    await inTransaction(db, (tx) => queueReceipts(tx, "waiting"));
    await db.deleteFrom("entries").where("raffleId", "=", raffle.id).execute();
    await sendMails();
    await expect.poll(() => countMails(db), PATIENT).toEqual({ dropped: 1 });
    expect(server.seen.recipients).not.toContain("gone@example.com");
  });
});

test("without a mail server receipts are held, and when there is one those of the last day are sent", async () => {
  const raffle = await api.createRaffle();
  await api.enter(raffle, { email: "old@example.com" });
  await sendMails({});
  await expect.poll(() => countMails(db), PATIENT).toEqual({ held: 1 });
  await db
    .updateTable("mails")
    .set({ createdAt: new Date(systemClock().getTime() - 25 * 3_600_000) })
    .execute();
  await api.enter(raffle, { email: "new@example.com" });
  await expect.poll(() => countMails(db), PATIENT).toEqual({ held: 2 });
  for (const one of running) await one.stop();
  running = [];

  await sendMails();
  await receiptOf("new@example.com");
  await expect.poll(() => countMails(db), PATIENT).toEqual({ held: 1, sent: 1 });
  expect(server.seen.recipients).not.toContain("old@example.com");
});

test("two processes send everybody's receipt once", async () => {
  const raffle = await api.createRaffle();
  const people = Array.from({ length: 60 }, (_, n) => `crowd${n}@example.com`);
  await Promise.all(people.map((email) => api.enter(raffle, { email })));
  await sendMails();
  await sendMails();
  await expect.poll(() => countMails(db), PATIENT).toEqual({ sent: people.length });
  const crowd = server.accepted.map(({ to }) => to).filter((to) => to.startsWith("crowd"));
  expect(crowd.toSorted()).toEqual(people.toSorted());
});
