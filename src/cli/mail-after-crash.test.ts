import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApi, entryBody, type TestRaffle } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { countMails } from "../../tests/support/count-mails.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { type MailServer, startMailServer } from "../../tests/support/mail-server.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";
import { webhooksOf } from "../../tests/support/webhooks.ts";

/** A crash is noticed within a minute; this is longer because the machine may be busy. */
const NOTICED_MS = 120_000;

/** The receiver is on this machine. */
const WEBHOOKS = { WEBHOOK_TARGETS: "any" };

let database: TestDatabase;
let server: MailServer;
let sites: SiteProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startMailServer();
});

afterEach(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  sites = [];
});

afterAll(async () => {
  await server.close();
  await database.close();
});

async function start(): Promise<SiteProcess> {
  const mail = { SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" };
  const env = { DATABASE_URL: database.connectionString, ...mail, ...WEBHOOKS };
  const site = await startSite({ env });
  sites.push(site);
  return site;
}

const enter = (site: SiteProcess, raffle: TestRaffle, email: string) =>
  created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody({ email }));

const never = () => new Promise<never>(() => undefined);
const arrived = () => server.accepted.map(({ to }) => to).toSorted();

/** A raffle's webhook of three messages: one is delivered, one is under way and never answered, and one waits. */
async function hangingWebhook() {
  const hooks = webhooksOf({ ...createTestApi(database.db, WEBHOOKS), database });
  const hooked = await hooks.hookedRaffle();
  const { receiver } = hooked;
  receiver.answer = () => (receiver.received.length === 1 ? Promise.resolve({ status: 204 }) : never());
  const place = await hooks.endpoint(hooked, "raffle.closed");
  for (const _ of "123") await hooks.notify(hooked, "raffle.closed");
  await expect.poll(() => receiver.received.length).toBe(2);
  const ids = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
  return { receiver, ids, states: () => hooks.states(hooked, place) };
}

test("a site that is killed loses no mail or webhook, sends no mail twice, and says of which it cannot know", async () => {
  const raffle = await createTestApi(database.db).createRaffle();
  const first = await start();

  // Two mails arrive. One is fully sent when the site is killed, but the server has not answered yet. The others are
  // still at their recipient command, or not started.
  await enter(first, raffle, "arrives1@example.com");
  await enter(first, raffle, "arrives2@example.com");
  await server.until(() => server.accepted.length === 2);
  await expect.poll(() => countMails(database.db)).toEqual({ sent: 2 });
  server.onRecipient = (to) => (to.startsWith("waits") ? never() : undefined);
  server.onEnd = never;
  await enter(first, raffle, "unheard@example.com");
  for (const n of [1, 2, 3]) await enter(first, raffle, `waits${n}@example.com`);
  await server.until(
    () => server.seen.ended.length === 3 && server.seen.recipients.some((to) => to.startsWith("waits")),
  );
  // Also those that are not started are in the outbox: a receipt is written there some time after its entry.
  await expect.poll(() => countMails(database.db)).toEqual({ sent: 2, waiting: 4 });
  // The last: a message that is not answered is given up after ten seconds.
  const webhook = await hangingWebhook();
  process.kill(first.pid, "SIGKILL");
  expect(await first.ended).toBe("SIGKILL");
  expect(await countMails(database.db)).toEqual({ sent: 2, waiting: 4 });
  expect((await webhook.states()).toSorted()).toEqual(["delivered 204", "waiting null", "waiting null"]);

  webhook.receiver.answer = () => Promise.resolve({ status: 204 });
  server.onRecipient = () => undefined;
  server.onEnd = () => undefined;
  const second = await start();
  await expect.poll(() => countMails(database.db), { timeout: NOTICED_MS }).toEqual({ sent: 5, unclear: 1 });
  expect(arrived()).toEqual([
    "arrives1@example.com",
    "arrives2@example.com",
    "waits1@example.com",
    "waits2@example.com",
    "waits3@example.com",
  ]);
  expect(server.seen.ended.filter((to) => to === "unheard@example.com")).toHaveLength(1);

  await expect.poll(webhook.states, { timeout: NOTICED_MS }).toEqual(Array(3).fill("delivered 204"));
  // The receiver may have taken the one under way before the site was killed: the repeat has the same id.
  const [delivered, underWay, ...later] = webhook.ids();
  const [waiting] = later.filter((id) => id !== underWay);
  expect(new Set([delivered, underWay, waiting]).size).toBe(3);
  expect(later.toSorted()).toEqual([underWay, waiting].toSorted());
  await webhook.receiver.close();
  expect(await second.stop()).toBe(0);
});

test("a site that is told to stop finishes the mail under way", async () => {
  const site = await start();
  const raffle = await createTestApi(database.db).createRaffle();
  const answer = Promise.withResolvers<undefined>();
  server.onEnd = () => answer.promise;
  const before = await countMails(database.db);
  await enter(site, raffle, "polite@example.com");
  await server.until(() => server.seen.ended.includes("polite@example.com"));
  const stopped = site.stop();
  await expect.poll(site.log).toContain("Stopping");
  answer.resolve(undefined);
  expect(await stopped).toBe(0);
  expect(await countMails(database.db)).toEqual({ ...before, sent: (before.sent ?? 0) + 1 });
});
