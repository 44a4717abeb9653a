import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#src/base/ids.ts";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { countMails } from "../../tests/support/count-mails.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { type MailServer, startMailServer } from "../../tests/support/mail-server.ts";
import { type MailRenderer, mailDelivery } from "./delivery.ts";
import { listMails } from "./read.ts";
import type { MailState, Message } from "./schema.ts";
import { sendMail, tryMailServer } from "./smtp.ts";
import { queueMail, sendAgain, takeWaiting } from "./write.ts";

const SENDER = {
  from: { name: "Tambiolo", address: "raffles@example.com" },
  replyTo: "owner@example.com",
  origin: "https://raffles.example.com",
};
const ALWAYS = new AbortController().signal;
const RAFFLE = newId();

let database: TestDatabase;
let server: MailServer;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.db.deleteFrom("mails").execute();
  server = await startMailServer();
});

afterEach(() => server.close());

afterAll(() => database.close());

function smtpOf(url: string) {
  const config = readConfig({ SMTP_URL: url, MAIL_FROM: SENDER.from.address });
  if (!config.ok || !config.value.smtp) throw new Error("no mail server");
  return config.value.smtp;
}

function message(to: string): Message {
  return { to: { name: "Juan", address: to }, subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
}

function delivery(renderer: MailRenderer = async () => message("juan@example.com"), url: string | null = server.url) {
  const renderers = { hello: renderer };
  const server = url ? smtpOf(url) : undefined;
  return mailDelivery({ db: database.db, renderers, server, sender: SENDER, admit: async () => "now" });
}

/** Writes a mail to the outbox and marks it as queued. Returns its id. */
async function queued(): Promise<string> {
  return inTransaction(database.db, async (tx) => {
    await queueMail(tx, { kind: "hello", raffleId: RAFFLE, entryId: newId(), language: "en" });
    const [waiting] = await takeWaiting(tx, 1);
    return waiting?.mailId ?? "";
  });
}

async function mailOf(id: string) {
  const row = await database.db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { state: row.state as MailState, lastError: row.lastError, handedOver: row.handedOverAt !== null };
}

describe("a mail", () => {
  test("is sent once, with headers that machines understand", async () => {
    const id = await queued();
    expect(await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toMatchObject({ ok: true });
    expect(await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toMatchObject({ ok: true });
    expect(await mailOf(id)).toEqual({ state: "sent", lastError: "", handedOver: true });
    expect(server.accepted).toHaveLength(1);
    const { mail } = server.accepted[0] ?? {};
    expect(mail).toMatchObject({
      from: { name: "Tambiolo", address: "raffles@example.com" },
      to: [{ name: "Juan", address: "juan@example.com" }],
      replyTo: [{ address: "owner@example.com" }],
      messageId: `<${id}@raffles.example.com>`,
    });
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
    expect(mail?.date).toBeDefined();
    expect(mail?.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
  });

  test("that is promotional can be unsubscribed from with one click", async () => {
    const unsubscribeUrl = "https://raffles.example.com/unsubscribe/abc";
    const id = await queued();
    await delivery(async () => ({ ...message("juan@example.com"), unsubscribeUrl })).run(
      { mailId: id, raffleId: RAFFLE },
      ALWAYS,
    );
    expect(server.accepted[0]?.mail.headers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: "list-unsubscribe", value: `<${unsubscribeUrl}>` }),
        expect.objectContaining({ key: "list-unsubscribe-post", value: "List-Unsubscribe=One-Click" }),
      ]),
    );
  });

  test("cannot be given headers or another recipient by what people type", async () => {
    const id = await queued();
    const nasty = "Basket\r\nBcc: everybody@example.com\r\n\r\n<b>Hello</b>";
    await delivery(async () => ({
      ...message("juan@example.com"),
      to: { name: nasty, address: "juan@example.com" },
      subject: nasty,
    })).run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(server.seen.recipients).toEqual(["juan@example.com"]);
    const { mail } = server.accepted[0] ?? {};
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.subject).toBe("Basket Bcc: everybody@example.com <b>Hello</b>");
    expect(mail?.text?.trim()).toBe("Hello");
  });

  test("to somebody who is gone is dropped", async () => {
    const id = await queued();
    await delivery(async () => null).run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(await mailOf(id)).toMatchObject({ state: "dropped" });
    expect(server.seen.recipients).toEqual([]);
  });

  test("that cannot be composed is a bug of ours, and tried again", async () => {
    const id = await queued();
    const job = delivery(() => Promise.reject(new Error("a bug")));
    await expect(job.run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).rejects.toThrow("a bug");
    expect(await mailOf(id)).toEqual({ state: "waiting", lastError: "NOT COMPOSED", handedOver: false });
  });

  test("is held back without a mail server", async () => {
    const id = await queued();
    await delivery(undefined, null).run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(await mailOf(id)).toMatchObject({ state: "held" });
  });
});

describe("a mail server that refuses", () => {
  test.each([
    ["the recipient", "onRecipient", "RCPT TO"],
    ["the whole mail, after its end", "onEnd", "DATA"],
  ] as const)("%s for now is asked again, and takes it once", async (_what, at, command) => {
    const id = await queued();
    server[at] = () => 451;
    const job = delivery();
    const reason = expect.stringContaining(`${command} 451 5.1.1`);
    expect(await job.run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toEqual({ ok: false, refusal: reason });
    expect(await mailOf(id)).toEqual({ state: "waiting", lastError: reason, handedOver: false });
    server[at] = () => undefined;
    expect(await job.run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toMatchObject({ ok: true });
    expect(await mailOf(id)).toMatchObject({ state: "sent", lastError: "" });
    expect(server.accepted).toHaveLength(1);
  });

  test("for good is not asked again, and an admin sees why without an address", async () => {
    const id = await queued();
    server.onRecipient = () => 550;
    expect(await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toMatchObject({ ok: true });
    const { mails } = await listMails(database.db, { state: "failed", page: 1 });
    expect(mails).toEqual([expect.objectContaining({ id, lastError: "EENVELOPE RCPT TO 550 5.1.1" })]);
    expect(await countMails(database.db)).toEqual({ failed: 1 });

    server.onRecipient = () => undefined;
    expect(await inTransaction(database.db, (tx) => sendAgain(tx, id))).toBe("hello");
    await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(server.accepted).toHaveLength(1);
    expect(await inTransaction(database.db, (tx) => sendAgain(tx, id))).toBeNull();
  });

  test("for two days, or is away, is given up", async () => {
    await server.close();
    const id = await queued();
    const job = delivery();
    expect(await job.run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toEqual({
      ok: false,
      refusal: expect.stringContaining("ECONNREFUSED"),
    });
    const longAgo = new Date(Date.now() - 49 * 3_600_000);
    await database.db.updateTable("mails").set({ queuedAt: longAgo }).where("id", "=", id).execute();
    expect(await job.run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toMatchObject({ ok: true });
    expect(await mailOf(id)).toMatchObject({ state: "failed", lastError: expect.stringContaining("ECONNREFUSED") });
    server = await startMailServer();
  });

  test("without a certificate that we know is told nothing, not even the recipient", async () => {
    const away = { ...smtpOf(server.url), isLoopback: false };
    const mail = { from: SENDER.from.address, to: "juan@example.com", content: Buffer.from("x\r\n") };
    const outcome = await sendMail(away, { ...mail, mayEnd: async () => true }, ALWAYS);
    expect(outcome).toMatchObject({ kind: "refused", forGood: false });
    expect(server.seen.recipients).toEqual([]);
  });

  test("to log us in says nothing against the mail", async () => {
    const id = await queued();
    const job = delivery(undefined, server.url.replace("//", "//user:wrong@"));
    expect(await job.run({ mailId: id, raffleId: RAFFLE }, ALWAYS)).toMatchObject({ ok: false });
    expect(await mailOf(id)).toMatchObject({ state: "waiting" });
  });
});

describe("two at once", () => {
  const MAILS = 20;

  test("hand a mail over once", async () => {
    const ids = await Promise.all(Array.from({ length: MAILS }, queued));
    const renderer: MailRenderer = async (_db, { id }) => message(`${id}@example.com`);
    const [one, another] = [delivery(renderer), delivery(renderer)];
    await Promise.all(
      ids.flatMap((mailId) => [one, another].map((job) => job.run({ mailId, raffleId: RAFFLE }, ALWAYS))),
    );
    expect(server.accepted.map(({ to }) => to).toSorted()).toEqual(ids.map((id) => `${id}@example.com`).toSorted());
    expect(await countMails(database.db)).toEqual({ sent: MAILS });
  });

  test("would hand it over twice, if the database had no say", async () => {
    const ids = await Promise.all(Array.from({ length: MAILS }, queued));
    const naive = async (id: string) => {
      if ((await mailOf(id)).state !== "waiting") return;
      const deps = {
        from: SENDER.from.address,
        to: `${id}@example.com`,
        content: Buffer.from("Subject: x\r\n\r\nx\r\n"),
      };
      await sendMail(smtpOf(server.url), { ...deps, mayEnd: async () => true }, ALWAYS);
      await database.db.updateTable("mails").set({ state: "sent" }).where("id", "=", id).execute();
    };
    await Promise.all(ids.flatMap((id) => [naive(id), naive(id)]));
    expect(server.accepted.length).toBeGreaterThan(MAILS);
  });

  test("while the first waits for the answer: the second sends nothing, and the first has the last word", async () => {
    const id = await queued();
    const answer = Promise.withResolvers<undefined>();
    server.onEnd = () => answer.promise;
    const first = delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    await server.until(() => server.seen.ended.length === 1);
    await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(await mailOf(id)).toMatchObject({ state: "unclear", handedOver: true });
    answer.resolve(undefined);
    await first;
    expect(await mailOf(id)).toMatchObject({ state: "sent" });
    expect(server.seen.ended).toHaveLength(1);
  });

  test("and an older attempt that ends late does not change what a later one stored", async () => {
    const id = await queued();
    const stop = new AbortController();
    server.onEnd = () => new Promise(() => undefined);
    const first = delivery().run({ mailId: id, raffleId: RAFFLE }, stop.signal);
    await server.until(() => server.seen.ended.length === 1);
    // Nobody heard of the first attempt, so an admin sends the mail again.
    await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    server.onEnd = () => undefined;
    await inTransaction(database.db, (tx) => sendAgain(tx, id));
    await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(await mailOf(id)).toMatchObject({ state: "sent" });
    stop.abort();
    await first;
    expect(await mailOf(id)).toMatchObject({ state: "sent", lastError: "" });
  });

  test("and a connection that breaks while the answer is awaited leaves it unclear, until an admin decides", async () => {
    const id = await queued();
    const stop = new AbortController();
    server.onEnd = () => new Promise(() => undefined);
    const first = delivery().run({ mailId: id, raffleId: RAFFLE }, stop.signal);
    await server.until(() => server.seen.ended.length === 1);
    stop.abort();
    await first;
    expect(await mailOf(id)).toMatchObject({ state: "unclear", handedOver: true });
    await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(server.seen.ended).toHaveLength(1);
    server.onEnd = () => undefined;
    await inTransaction(database.db, (tx) => sendAgain(tx, id));
    await delivery().run({ mailId: id, raffleId: RAFFLE }, ALWAYS);
    expect(await mailOf(id)).toMatchObject({ state: "sent" });
  });
});

test("an operator learns whether the mail server lets the site in, without a mail or an address", async () => {
  expect(await tryMailServer(smtpOf(server.url), ALWAYS)).toEqual({ ok: true, value: undefined });
  expect(server.seen.recipients).toEqual([]);
  const shut = await tryMailServer(smtpOf("smtp://somebody:hunter2@127.0.0.1:1"), ALWAYS);
  expect(shut).toEqual({ ok: false, refusal: expect.stringMatching(/^ECONNREFUSED/) });
});
