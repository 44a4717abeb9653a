import { afterAll, beforeEach, describe, expect, it, test } from "vitest";
import { MINUTE_MS } from "#src/base/clock.ts";
import { newId } from "#src/base/ids.ts";
import { seal } from "#src/base/sealed.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import { sendNextBatch } from "#src/push/deliver.ts";
import { PER_BATCH } from "#src/push/limits.ts";
import { SEALED_KIND } from "#src/push/subscribe.ts";
import { vapidKeys } from "#src/push/vapid.ts";
import { queuePush } from "#src/push/write.ts";
import { asOrganiser } from "../../../tests/support/api.ts";
import { TEST_CHAIN, testBeacon } from "../../../tests/support/beacon-relay.ts";
import { drawMailsOf, people } from "../../../tests/support/draw-mails.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { makePushBrowser, readVapid, startPushService } from "../../../tests/support/push-service.ts";
import { drawRaffle } from "../drawing/draw-raffle.ts";
import { drawPushes } from "./push-content.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { db, pool } = api.database;
const { enterAll, lock } = drawMailsOf(api);
const service = await startPushService();
afterAll(() => service.close());
const keys = vapidKeys(api.site.secret);

beforeEach(async () => {
  service.received.length = 0;
  service.answer = async () => 201;
  await pool.query("delete from push_notices; delete from push_subscriptions");
});

const deps = (now = Date.now()) => ({
  ...{ db, secret: api.site.secret, clock: () => new Date(now), contents: drawPushes("Asia/Manila") },
  sender: { post: service.post, keys, subject: "https://raffles.example" },
  stopping: new AbortController().signal,
});

/** Sends what is due at a time, to the end. */
async function sendAll(now?: number) {
  while (await sendNextBatch(deps(now)));
}

const ask = (method: string, code: string, body: unknown, headers: Record<string, string> = {}) =>
  api.send(method, `/entries/${code}/push`, body, headers);

/** A raffle with an entry for each of so many browsers, all subscribed. */
async function subscribed(count = 1, language = "en") {
  const raffle = await api.createRaffle({ name: "Fiesta", rules: [], drawRequires: "none" });
  const codes = Object.values(await enterAll(raffle, people(count)));
  const browsers = codes.map(() => makePushBrowser());
  for (const [n, code] of codes.entries()) {
    const answer = await ask("PUT", code, browsers[n]?.subscription, { "accept-language": language });
    expect(answer.status).toBe(204);
  }
  const [code = "", browser = makePushBrowser()] = [codes[0], browsers[0]];
  return { raffle, codes, browsers, code, browser };
}

/** Has the round of a locked raffle come, and draws it. */
async function drawNow({ id }: { readonly id: string }) {
  const { rows } = await pool.query(
    "update draw_locks set round_at = date_trunc('second', now()) where raffle_id = $1 returning round::int",
    [id],
  );
  await drawRaffle(api.site, { raffleId: id, actor: "site" }, testBeacon(rows[0].round));
}

describe("a browser of an entry", () => {
  it("is messaged ten minutes before the draw and when it was drawn, in its language, which nobody else can read", async () => {
    const { raffle, browser } = await subscribed(1, "de");
    await lock(raffle);
    const { rows } = await pool.query("select round_at from draw_locks where raffle_id = $1", [raffle.id]);
    const roundAt = rows[0].round_at.getTime();
    const atRound = `Die Ziehung ist um ${formatTimestamp(rows[0].round_at, "de", "Asia/Manila").time} Uhr. Sieh live zu.`;
    await sendAll(roundAt - 11 * MINUTE_MS);
    expect(service.received).toEqual([]);
    await sendAll(roundAt - 9.5 * MINUTE_MS);
    const [soon] = service.received;
    if (!soon) throw new Error("A message was expected.");
    expect(browser.read(soon.body)).toEqual({
      title: "Fiesta",
      body: atRound,
      path: `/raffle/${raffle.codeId}/live`,
      tag: raffle.codeId,
    });
    expect(soon).toMatchObject({ path: browser.path, headers: { "content-encoding": "aes128gcm", ttl: "570" } });
    expect(() => makePushBrowser().read(soon.body)).toThrow();
    const { isSigned, key, claims } = readVapid(String(soon.headers.authorization), keys.publicKey);
    expect({ isSigned, key, claims }).toMatchObject({
      isSigned: true,
      key: keys.publicKey,
      claims: { aud: "https://fcm.googleapis.com", sub: "https://raffles.example" },
    });
    await drawNow(raffle);
    await sendAll();
    expect(service.received.map(({ body }) => browser.read(body).body)).toEqual([
      atRound,
      "Es wurde gezogen. Sieh, wer gewonnen hat.",
    ]);
  });

  it("hears nothing of a draw that is over when a site that was away comes back, but that it was drawn", async () => {
    const { raffle, browser } = await subscribed();
    await lock(raffle);
    await drawNow(raffle);
    await sendAll();
    expect(service.received.map(({ body }) => browser.read(body).body)).toEqual(["It was drawn. See who won."]);
  });

  it("hears of winners who wait for their show when they are announced", async () => {
    const { raffle } = await subscribed();
    await pool.query("update raffles set announce = 'with-show' where id = $1", [raffle.id]);
    await lock(raffle);
    await drawNow(raffle);
    await sendAll();
    expect(service.received).toEqual([]);
  });

  it("is messaged no more once it asks so, or its entry is deleted", async () => {
    const { raffle, codes, browsers } = await subscribed(3);
    expect((await ask("DELETE", codes[0] ?? "", { endpoint: browsers[0]?.subscription.endpoint })).status).toBe(204);
    const headers = asOrganiser(raffle.codeId, raffle.accessCode);
    expect((await api.send("DELETE", `/entries/${codes[1]}?reason=duplicate`, undefined, headers)).status).toBe(204);
    await lock(raffle);
    await drawNow(raffle);
    await sendAll();
    expect(service.received.map(({ path }) => path)).toEqual([browsers[2]?.path]);
  });

  it("is one of three: a fourth takes the place of the oldest, and the same one again takes none", async () => {
    const { code, browser } = await subscribed();
    const later = [makePushBrowser(), makePushBrowser(), makePushBrowser()];
    for (const { subscription } of [...later, ...later]) await ask("PUT", code, subscription);
    const { rows } = await pool.query("select sealed from push_subscriptions");
    expect(rows).toHaveLength(3);
    expect(rows.some(({ sealed }) => sealed.includes(browser.subscription.endpoint))).toBe(false);
    const all = await Promise.all(Array.from({ length: 3 }, () => ask("PUT", code, makePushBrowser().subscription)));
    expect(all.map(({ status }) => status)).toEqual(Array(3).fill(204));
    expect((await pool.query("select 1 from push_subscriptions")).rows).toHaveLength(3);
  });

  it.each([
    ["an address of no push service", { endpoint: "https://attacker.example/fcm/send/x" }],
    ["an address of this machine", { endpoint: "http://127.0.0.1/hook" }],
    ["a service's name at the end of another", { endpoint: "https://evilfcm.googleapis.com/x" }],
    ["another port", { endpoint: "https://fcm.googleapis.com:8443/x" }],
    ["a name and password", { endpoint: "https://a:b@fcm.googleapis.com/x" }],
    ["an address without end", { endpoint: `https://fcm.googleapis.com/${"x".repeat(2000)}` }],
    ["keys of another length", { keys: { p256dh: "AAAA", auth: "AAAA" } }],
    ["no keys", { keys: undefined }],
  ])("is refused with %s", async (_, changes) => {
    const { code } = await subscribed();
    const answer = await ask("PUT", code, { ...makePushBrowser().subscription, ...changes });
    expect([answer.status, (await answer.json()).code]).toEqual([422, "invalid-fields"]);
  });

  it("needs an entry's code", async () => {
    expect((await ask("PUT", "ZZZZZZZZ", makePushBrowser().subscription)).status).toBe(404);
  });
});

describe("a push service", () => {
  it("that could not take a message is asked again, and a browser that is gone is forgotten", async () => {
    const { raffle, browsers } = await subscribed(3);
    const [gone, slow] = browsers;
    let failures = 1;
    service.answer = async ({ path }) =>
      path === gone?.path ? 410 : path === slow?.path && failures-- > 0 ? 503 : 201;
    await lock(raffle);
    await drawNow(raffle);
    await sendAll();
    const times = (path: string | undefined) => service.received.filter((one) => one.path === path).length;
    expect(browsers.map(({ path }) => times(path))).toEqual([1, 2, 1]);
    expect((await pool.query("select 1 from push_subscriptions")).rows).toHaveLength(2);
    expect((await pool.query("select 1 from push_notices where kind = 'drawn'")).rows).toEqual([]);
  });

  it("gets what is left of a batch from the next process, where a site stops in the middle", async () => {
    const { raffle, browser } = await subscribed();
    await lock(raffle);
    await drawNow(raffle);
    const stopping = new AbortController();
    service.answer = async () => {
      stopping.abort();
      return 503;
    };
    while (await sendNextBatch({ ...deps(), stopping: stopping.signal })) if (stopping.signal.aborted) break;
    service.answer = async () => 201;
    service.received.length = 0;
    await sendAll();
    expect(service.received.map(({ path }) => path)).toEqual([browser.path]);
  });

  it("gets nothing for keys that are on no curve, and the others get theirs", async () => {
    const { raffle, code, browser } = await subscribed();
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
    const { subscription } = makePushBrowser();
    await ask("PUT", code, { ...subscription, keys: { ...subscription.keys, p256dh } });
    await lock(raffle);
    await drawNow(raffle);
    await sendAll();
    expect(service.received.map(({ path }) => path)).toEqual([browser.path]);
    expect((await pool.query("select 1 from push_subscriptions")).rows).toHaveLength(1);
  });
});

test("all browsers of a raffle are messaged once, by whichever processes; a control that queues again doubles it", async () => {
  const { raffle, browser } = await subscribed();
  const { rows } = await pool.query("select entry_id from push_subscriptions");
  const browsers = Array.from({ length: PER_BATCH + 5 }, () => makePushBrowser());
  for (const [n, { subscription }] of browsers.entries()) {
    const id = newId();
    const sealed = seal(api.site.secret, { kind: SEALED_KIND, boundTo: id }, Buffer.from(JSON.stringify(subscription)));
    await pool.query("insert into push_subscriptions values ($1, $2, $3, $4, $5, 'en')", [
      ...[raffle.id, id, rows[0].entry_id, Buffer.from([n >> 8, n & 255]), sealed],
    ]);
  }
  await lock(raffle);
  await drawNow(raffle);
  const paths = [browser, ...browsers].map(({ path }) => path).toSorted();
  const received = () => service.received.map(({ path }) => path).toSorted();
  await Promise.all([sendAll(), sendAll(), sendAll()]);
  expect(received()).toEqual(paths);
  await inTransaction(db, (tx) => queuePush(tx, { raffleId: raffle.id, kind: "drawn", dueAt: new Date(0) }));
  await sendAll();
  expect(received()).toEqual([...paths, ...paths].toSorted());
});
