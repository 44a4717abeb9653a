import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { mailDelivery } from "#src/mail/delivery.ts";
import { stopMail } from "#src/mail/mail-stops.ts";
import { holdWaiting, releaseHeld, sendAgain, takeWaiting } from "#src/mail/write.ts";
import { siteMailLimits } from "../../../tests/support/mail-admission.ts";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { mailCodes, RAFFLE_CODES, raffleCodesRenderer } from "./mail-codes.ts";

const api = await openTestApi();
const { db } = api.database;
const { secret } = api.site;
const keys = mailKeys(secret);
const ALWAYS = new AbortController().signal;

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterEach(async () => {
  server.onEnd = () => undefined;
  await db.deleteFrom("mails").execute();
});
afterAll(() => server.close());

type Asked = { readonly raffle: Awaited<ReturnType<typeof api.createRaffle>>; readonly email: string };

let networks = 0;

async function ask(
  { raffle, email }: Asked,
  { accessCode = raffle.accessCode, address = `person-${networks++}` } = {},
) {
  const scope = await organiserScope(api.site, raffle);
  const visitor = { limits: api.site.limits, address, solution: undefined };
  return mailCodes({ db, secret, ...visitor }, scope, { email, accessCode, language: "en" });
}

/** Runs the delivery of all mails of the outbox, as a process of the site does. */
async function deliver(): Promise<void> {
  const config = readConfig({ SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" });
  if (!config.ok) throw new Error(config.refusal);
  const { smtp, origin, productName } = config.value;
  const renderer = raffleCodesRenderer({ productName, origin }, { keys, secret });
  const sender = { from: { name: productName, address: "raffles@example.com" }, replyTo: undefined, origin };
  const job = mailDelivery({
    db,
    renderers: { [RAFFLE_CODES]: renderer },
    server: smtp,
    sender,
    admit: siteMailLimits(db, secret),
  });
  for (const place of await inTransaction(db, (tx) => takeWaiting(tx, 100))) await job.run(place, ALWAYS);
}

const outbox = () => db.selectFrom("mails").select(["id", "state", "sealed"]).execute();
const sentTo = (email: string) => server.accepted.filter(({ to }) => to === email);

test("an organiser is mailed both codes and the way to the desk; the outbox never shows them and forgets them", async () => {
  const raffle = await api.createRaffle({ name: "Fiesta at evil.example.com" });
  const email = "nena@example.com";
  expect(await ask({ raffle, email: ` ${email} ` })).toEqual({ ok: true, value: undefined });
  const stored = JSON.stringify(await db.selectFrom("mails").selectAll().execute());
  for (const hidden of [email, raffle.accessCode]) {
    expect(stored).not.toContain(hidden);
    expect(stored).not.toContain(JSON.stringify([...Buffer.from(hidden)]).slice(1, -1));
  }
  await deliver();
  const [received] = sentTo(email);
  for (const part of [received?.mail.text, received?.mail.html]) {
    expect(part).toContain(raffle.codeId);
    expect(part).toContain(`/overview/${raffle.codeId}/${raffle.accessCode}`);
    expect(part).not.toContain("{{");
    expect(part).not.toContain("evil.example.com");
  }
  expect(received?.mail.subject).toBe("The codes of your raffle at Tambiolo");
  expect(await outbox()).toMatchObject([{ state: "sent", sealed: null }]);
});

test("a mail that fails or is held forgets the codes too, and an admin who sends it again sends nothing", async () => {
  const raffle = await api.createRaffle();
  server.onEnd = () => 550;
  await ask({ raffle, email: "full@example.com" });
  await deliver();
  const [failed] = await outbox();
  expect(failed).toMatchObject({ state: "failed", sealed: null });
  server.onEnd = () => undefined;
  await inTransaction(db, (tx) => sendAgain(tx, failed?.id ?? ""));
  await deliver();
  expect(await outbox()).toMatchObject([{ state: "dropped" }]);

  await db.deleteFrom("mails").execute();
  await ask({ raffle, email: "full@example.com" });
  await inTransaction(db, holdWaiting);
  expect(await outbox()).toMatchObject([{ state: "held", sealed: null }]);
  await inTransaction(db, releaseHeld);
  await deliver();
  expect(await outbox()).toMatchObject([{ state: "dropped" }]);
  expect(sentTo("full@example.com")).toEqual([]);
});

test("a wrong access code and what is no address are refused, and nothing is queued", async () => {
  const raffle = await api.createRaffle();
  const wrong = await ask({ raffle, email: "nena@example.com" }, { accessCode: "????" });
  expect(wrong).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
  const other = await api.createRaffle();
  const foreign = await ask({ raffle, email: "nena@example.com" }, { accessCode: other.accessCode });
  expect(foreign).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
  for (const [email, key] of [
    ["nena", "emailInvalid"],
    [" ", "emailRequired"],
  ] as const) {
    expect(await ask({ raffle, email })).toMatchObject({ refusal: { fields: { email: [{ key }] } } });
  }
  expect(await outbox()).toEqual([]);
});

test("a stranger floods nobody: not by one raffle, not by many, and not who has stopped such mail", async () => {
  const raffle = await api.createRaffle();
  for (let times = 0; times < 5; times += 1) expect((await ask({ raffle, email: "a@example.com" })).ok).toBe(true);
  expect(await ask({ raffle, email: "a@example.com" })).toMatchObject({ refusal: { reason: "challenge-required" } });
  for (let raffles = 0; raffles < 3; raffles += 1) {
    await ask({ raffle: await api.createRaffle(), email: "A@example.com" });
  }
  await deliver();
  expect(server.accepted.filter(({ to }) => to.toLowerCase() === "a@example.com")).toHaveLength(5);

  const [first] = sentTo("a@example.com");
  const token = /unsubscribe\/([\w-]+)/.exec(first?.mail.text ?? "")?.[1] ?? "";
  expect(await stopMail({ db, keys }, token)).toBe(true);
  await db.deleteFrom("guessTallies").execute();
  await ask({ raffle: await api.createRaffle(), email: "a@example.com" });
  await deliver();
  expect(server.accepted.filter(({ to }) => to.toLowerCase() === "a@example.com")).toHaveLength(5);
});
