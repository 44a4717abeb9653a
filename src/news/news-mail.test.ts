import type { Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { entrantToWriteTo } from "#src/access/entrant.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { eraseExpiredEntries } from "#src/entries/retention/retention.ts";
import { mailsEntrant } from "#src/entries/typed/rules.ts";
import { addressKey, mailKeys, unsubscribeToken } from "#src/mail/address-key.ts";
import { mailDelivery } from "#src/mail/delivery.ts";
import { stopMail } from "#src/mail/mail-stops.ts";
import { takeWaiting } from "#src/mail/write.ts";
import { registerAdmin } from "../../tests/support/admin.ts";
import { entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { everythingStored } from "../../tests/support/everything-stored.ts";
import { type MailServer, startMailServer } from "../../tests/support/mail-server.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { newsFanOut } from "./fan-out.ts";
import { NEWS, newsRenderer } from "./news-mail.ts";
import { readOwnNews } from "./own-news.ts";
import { listSentNews } from "./read.ts";
import { allowNews, readRefusal, refuseNews } from "./refusals.ts";
import { saveDraft, sendNews, sendTest, stopNews } from "./send-news.ts";

const ORIGIN = "https://raffles.example.com";
const api = await openTestApi({ ORIGIN });
const { db, clock, config } = api.site;
const keys = mailKeys(api.site.secret);
const deps = { db, clock, keys };
const admin = await registerAdmin(api.site, "boss@example.com");

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});

afterEach(async () => {
  await db.deleteFrom("news").execute();
  await db.deleteFrom("newsRefusals").execute();
  await db.deleteFrom("entries").execute();
});

afterAll(() => server.close());

const TEXTS = {
  en: { subject: "Fiesta <week>", text: "Come & see:\nhttps://example.com/fiesta?a=1&b=2.\n\nBring <b>friends</b>" },
  de: { subject: "Festwoche", text: "Komm vorbei" },
  fil: {},
};

async function draft(texts: object = TEXTS): Promise<string> {
  const saved = await saveDraft(deps, admin, null, texts);
  if (!saved.ok) throw new Error(saved.refusal.reason);
  return saved.value;
}

/** Runs the fan-out and the delivery until nothing is left to do. Returns the mails that arrived. */
async function deliver(): Promise<{ to: string; mail: Email }[]> {
  const before = server.accepted.length;
  const job = mailDelivery({
    db,
    admit: async () => "now",
    renderers: { [NEWS]: newsRenderer(config, keys) },
    server: {
      host: "127.0.0.1",
      port: Number(new URL(server.url).port),
      secure: false,
      isLoopback: true,
      auth: undefined,
    },
    sender: { from: { name: "Tambiolo", address: "raffles@example.com" }, replyTo: undefined, origin: ORIGIN },
  });
  const filling = newsFanOut(keys);
  while ((await inTransaction(db, filling)) > 0);
  const waiting = await inTransaction(db, (tx) => takeWaiting(tx, 100));
  for (const mail of waiting) expect(await job.run(mail, new AbortController().signal)).toMatchObject({ ok: true });
  return server.accepted.slice(before);
}

async function send(texts: object = TEXTS): Promise<string> {
  const id = await draft(texts);
  expect(await sendNews(deps, admin, id)).toMatchObject({ ok: true });
  return id;
}

async function enterIn(raffle: TestRaffle, language: string, email: string, promotions = true): Promise<void> {
  const body = entryBody({ email, promotions });
  const entered = await api.ask("POST", `/raffles/${raffle.id}/entries?lang=${language}`, body);
  expect(entered.status).toBe(201);
}

function headersOf(mail: Email | undefined): Record<string, string> {
  return Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
}

function tokenOf(mail: Email | undefined): string {
  const link = headersOf(mail)["list-unsubscribe"]?.match(/^<(.*)>$/)?.[1] ?? "";
  return new URL(link).pathname.split("/").at(-1) ?? "";
}

test("news reaches each who asked for it once, in their language, with the way to stop it", async () => {
  const [raffle, another] = [await api.createRaffle(), await api.createRaffle({ name: "Second <Raffle>" })];
  await enterIn(raffle, "en", "en@example.com");
  await enterIn(raffle, "de", "de@example.com");
  await enterIn(raffle, "fil", "fil@example.com");
  await enterIn(another, "en", "En@Example.com");
  await enterIn(raffle, "en", "not@example.com", false);
  await send();
  const arrived = await deliver();
  expect(arrived.map(({ to, mail }) => [to.toLowerCase(), mail.subject]).toSorted()).toEqual([
    ["de@example.com", "Festwoche"],
    ["en@example.com", "Fiesta <week>"],
    ["fil@example.com", "Fiesta <week>"],
  ]);
  for (const { mail } of arrived) {
    const headers = headersOf(mail);
    const link = headers["list-unsubscribe"]?.slice(1, -1) ?? "";
    expect(link).toMatch(/^https:\/\/raffles\.example\.com\/unsubscribe\/[\w-]{64}\?lang=(en|de)$/);
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`<a href="${link}">`);
  }
  const english = arrived.find(({ to }) => to.toLowerCase() === "en@example.com")?.mail;
  expect(english?.html).toContain('<a href="https://example.com/fiesta?a=1&amp;b=2">');
  expect(english?.html).toContain("Come &amp; see:<br>");
  expect(english?.html).toContain("Second &lt;Raffle&gt;");
  expect(english?.html).not.toMatch(/<b>|<week>/);
  expect(arrived.find(({ to }) => to === "de@example.com")?.mail.html).toContain('<html lang="de">');
  expect(await listSentNews(db, admin)).toMatchObject([{ people: 3, sent: 3, waiting: 0, failed: 0, dropped: 0 }]);
});

test("who says no gets no more, of news on its way neither, and can take it back", async () => {
  const raffle = await api.createRaffle();
  await enterIn(raffle, "en", "ana@example.com");
  await send();
  const token = tokenOf((await deliver())[0]?.mail);
  await send();
  while ((await inTransaction(db, newsFanOut(keys))) > 0);
  expect(await readRefusal(deps, token)).toEqual({ at: null });
  expect(await refuseNews(deps, token)).toBe(true);
  expect(await refuseNews(deps, token)).toBe(true);
  expect(await readRefusal(deps, token)).toEqual({ at: expect.any(Date) });
  expect(await deliver()).toEqual([]);
  expect((await listSentNews(db, admin))[0]).toMatchObject({ people: 1, sent: 0, dropped: 1 });
  await send();
  expect(await deliver()).toEqual([]);

  expect(await allowNews(deps, token)).toBe(true);
  await send();
  expect(await deliver()).toHaveLength(1);
});

test("what a person reads of news is what they are sent", async () => {
  const raffle = await api.createRaffle();
  const stateOf = async (email: string) => {
    const row = db.selectFrom("entries").select("id").where("emailKey", "=", email);
    const scope = await entrantToWriteTo(db, {
      raffleId: raffle.id,
      entryId: (await row.executeTakeFirstOrThrow()).id,
    });
    return scope && ((await readOwnNews(db, scope, keys))?.state ?? null);
  };
  const emails = ["gets", "never", "refused", "stopped", "typed"].map((name) => `${name}@example.com`);
  for (const email of emails) await enterIn(raffle, "en", email, !email.startsWith("never"));
  const tokenFor = (email: string) => unsubscribeToken(keys, addressKey(keys, email));
  await refuseNews(deps, tokenFor("refused@example.com"));
  await stopMail(deps, tokenFor("stopped@example.com"));
  await db.updateTable("entries").set({ retypedAt: new Date() }).where("emailKey", "=", "typed@example.com").execute();
  expect(await Promise.all(emails.map(stateOf))).toEqual(["gets", null, "refused", "stopped", "not-mailed"]);
  await send();
  expect((await deliver()).map(({ to }) => to)).toEqual(["gets@example.com"]);
});

test.each([
  ["never", "none"],
  ["all", "all"],
] as const)("where typed addresses are mailed %s, news goes to those of the rule alone", async (setting, typedMail) => {
  await api.database.pool.query("update site_settings set mail_typed = $1", [setting]);
  const raffle = await api.createRaffle();
  const people = {
    "own@example.com": {},
    "paper@example.com": { networkHash: null },
    "retyped@example.com": { retypedAt: new Date() },
    "opened@example.com": { networkHash: null, selfOpenedAt: new Date() },
  };
  for (const [email, row] of Object.entries(people)) {
    await enterIn(raffle, "en", email);
    await db
      .updateTable("entries")
      .set({ promotions: true, ...row })
      .where("emailKey", "=", email)
      .execute();
  }
  const expected = Object.entries(people).filter(([, row]) => {
    const entry = { isTyped: Object.keys(row).length > 0, isOpened: "selfOpenedAt" in row };
    return mailsEntrant(entry, typedMail) !== null;
  });
  await send();
  expect((await deliver()).map(({ to }) => to).toSorted()).toEqual(expected.map(([email]) => email).toSorted());
  await api.database.pool.query("update site_settings set mail_typed = 'never'");
});

test("a link outlives the entry, and what is kept of it does not say whose it is", async () => {
  const longAgo = new Date(Date.now() - 200 * 86_400_000);
  const raffle = await api.createRaffle();
  await enterIn(raffle, "en", "gone@example.com");
  await send();
  const token = tokenOf((await deliver())[0]?.mail);
  await db
    .updateTable("raffles")
    .set({ dueDate: longAgo, drawDate: longAgo, updatedAt: longAgo })
    .where("id", "=", raffle.id)
    .execute();
  await eraseExpiredEntries(deps);
  expect(await refuseNews(deps, token)).toBe(true);
  expect(await readRefusal(deps, token)).toEqual({ at: expect.any(Date) });
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("gone");
  // The log that anyone can read is written within seconds.
  await db.deleteFrom("logQueue").execute();
  const stored = await everythingStored(api.database.pool);
  expect(stored.filter((row) => row.includes("gone@example.com"))).toEqual([]);
});

test("a link that is not ours, or for another site, does nothing", async () => {
  await enterIn(await api.createRaffle(), "en", "ana@example.com");
  await send();
  const token = tokenOf((await deliver())[0]?.mail);
  const flipped = (token.startsWith("A") ? "B" : "A") + token.slice(1);
  const foreign = { ...deps, keys: mailKeys(Buffer.alloc(32, 8)) };
  for (const [who, what] of [
    [deps, flipped],
    [deps, token.slice(0, -1)],
    [deps, `${token}A`],
    [deps, ""],
    [deps, "A".repeat(64)],
    [foreign, token],
  ] as const) {
    expect(await readRefusal(who, what)).toBeNull();
    expect(await refuseNews(who, what)).toBe(false);
    expect(await allowNews(who, what)).toBe(false);
  }
  expect(await db.selectFrom("newsRefusals").selectAll().execute()).toEqual([]);
});

test("an entry that is gone gets no news that was on its way to it", async () => {
  const raffle = await api.createRaffle();
  await enterIn(raffle, "en", "ana@example.com");
  await send();
  while ((await inTransaction(db, newsFanOut(keys))) > 0);
  await db.deleteFrom("entries").where("raffleId", "=", raffle.id).execute();
  expect(await deliver()).toEqual([]);
});

test("news that is stopped is not sent, not even what the outbox has of it", async () => {
  await enterIn(await api.createRaffle(), "en", "ana@example.com");
  const id = await send();
  while ((await inTransaction(db, newsFanOut(keys))) > 0);
  expect(await stopNews(deps, admin, id)).toMatchObject({ ok: true });
  expect(await deliver()).toEqual([]);
  expect(await listSentNews(db, admin)).toMatchObject([{ state: "stopped", sent: 0, waiting: 0, dropped: 1 }]);
});

test("a test goes to the admin alone, in each language, as often as wanted", async () => {
  await enterIn(await api.createRaffle(), "en", "ana@example.com");
  const id = await draft();
  for (const _ of [1, 2]) {
    await sendTest(deps, admin, id);
    const arrived = await deliver();
    expect(arrived.map(({ to, mail }) => `${to}: ${mail.subject}`).toSorted()).toEqual([
      "boss@example.com: Festwoche",
      "boss@example.com: Fiesta <week>",
    ]);
    expect(headersOf(arrived[0]?.mail)["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  }
  expect(await listSentNews(db, admin)).toEqual([]);
});
