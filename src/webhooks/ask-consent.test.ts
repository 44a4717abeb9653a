import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { asOrganiser } from "../../tests/support/api.ts";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import { ALWAYS, type HookedRaffle, openWebhooks, SENDER } from "../../tests/support/webhooks.ts";
import { createWebhookConsents } from "./ask-consent.ts";
import { deliverAgain, testEndpoint } from "./ask-delivery.ts";
import { addEndpoint, editEndpoint } from "./endpoints.ts";
import { takeTurns, webhookCleanup } from "./feed.ts";
import { MAX_CHECKS_UNDER_WAY } from "./limits.ts";
import type { EndpointPlace } from "./schema.ts";

const { api, deliver, endpoint, find, hooked, logOf, states, notify } = await openWebhooks();
const { site } = api;
const { db, pool } = api.database;

/** The status of a request that asks for the consent, from an address. */
async function check({ raffle }: HookedRaffle, { endpointId }: EndpointPlace, from = "192.0.2.1"): Promise<number> {
  const headers = { ...asOrganiser(raffle.codeId, raffle.accessCode), "x-forwarded-for": from };
  return (await api.send("POST", `/raffles/${raffle.codeId}/webhooks/${endpointId}/check`, undefined, headers)).status;
}

it("sends a signed challenge with nothing of the raffle, and takes an echo as JSON or as text for a consent", async () => {
  for (const echo of [(challenge: string) => JSON.stringify({ challenge }), (challenge: string) => `${challenge}\n`]) {
    hooked.receiver.echo = echo;
    const place = await endpoint(hooked);
    const found = await find(hooked, place);
    expect(found?.verifiedAt).toBeInstanceOf(Date);
    const { headers = {}, body = "" } = hooked.receiver.challenge ?? {};
    expect(new Webhook(found?.secret ?? "").verify(body, headers)).toEqual({
      type: "webhook.challenge",
      timestamp: expect.any(String),
      data: { challenge: expect.stringMatching(/^[\w-]{43}$/) },
    });
  }
  expect(hooked.receiver.challenges).toBe(2);
});

it("sends nothing but challenges while the echo is wrong, and all that waited once it is right", async () => {
  const { receiver, scope } = hooked;
  const right = receiver.echo;
  receiver.echo = () => "x".repeat(100_000);
  const place = await endpoint(hooked);
  await notify(hooked);
  await notify(hooked);
  await pool.query(
    `update webhook_deliveries set give_up_at = now() where id =
    (select id from webhook_deliveries where endpoint_id = $1 limit 1)`,
    [place.endpointId],
  );
  const deliveryId = (await logOf(hooked, place))[0]?.id ?? "";
  for (const asked of [testEndpoint(db, scope, place.endpointId), deliverAgain(db, scope, { ...place, deliveryId })]) {
    expect(await asked).toMatchObject({ refusal: { reason: "webhook-pending" } });
  }
  for (const echo of [() => "", (challenge: string) => JSON.stringify({ challenge: `${challenge}x` }), () => "null"]) {
    receiver.echo = echo;
    expect(await site.webhookConsents.ask(place, SENDER.address)).toMatchObject({
      refusal: { reason: "webhook-echo-wrong" },
    });
  }
  expect(await inTransaction(db, takeTurns)).not.toContainEqual(place);
  await deliver(place);
  expect([receiver.received, await states(hooked, place)]).toEqual([[], ["waiting null", "waiting null"]]);

  receiver.echo = right;
  expect(await check(hooked, place)).toBe(204);
  expect(await inTransaction(db, takeTurns)).toContainEqual(place);
  await deliver(place);
  expect((await states(hooked, place)).toSorted()).toEqual(["delivered 204", "failed null"]);
  expect(receiver.received.map(({ message }) => message.type)).toEqual(["raffle.locked"]);
});

it("asks again where the address is another one, and not where it is the same", async () => {
  const { receiver, scope } = hooked;
  const place = await endpoint(hooked);
  const save = (url: string) =>
    editEndpoint(site, scope, place.endpointId, { url, kinds: ["raffle.locked"] }, { address: "192.0.2.2" });
  receiver.echo = () => "no";
  await save(receiver.url);
  expect([receiver.challenges, (await find(hooked, place))?.verifiedAt]).toEqual([1, expect.any(Date)]);
  await save(`${receiver.url}/other`);
  await notify(hooked);
  await deliver(place);
  expect([receiver.challenges, (await find(hooked, place))?.verifiedAt, receiver.received]).toEqual([2, null, []]);
  await save("http://127.0.0.1:1/closed");
  expect(await check(hooked, place)).toBe(409);
  expect(await site.webhookConsents.ask(place, "192.0.2.2")).toMatchObject({
    refusal: { reason: "webhook-unreached" },
  });
});

it("asks an endpoint five times an hour, those of a raffle 20 times, and for a network 40 times", async () => {
  const { receiver } = hooked;
  receiver.echo = () => "no";
  const places: EndpointPlace[] = [];
  for (let n = 0; n < 5; n++) places.push(await endpoint(hooked));
  const statuses: number[] = [];
  for (const place of places) for (let n = 0; n < 5; n++) statuses.push(await check(hooked, place, "198.51.100.7"));
  // Each was asked once as it was added: four more each, until the raffle has 20.
  expect(statuses).toEqual([
    ...[409, 409, 409, 409, 429, 409, 409, 409, 409, 429, 409, 409, 409, 409, 429],
    ...[409, 409, 409, 429, 429, 429, 429, 429, 429, 429],
  ]);
  expect(receiver.challenges).toBe(20);

  // The network has asked 15 times, besides the five that were asked as they were added.
  receiver.challenges = 0;
  for (let raffle = 0; raffle < 6; raffle++) {
    const scope = await organiserScope(site, await api.createRaffle());
    for (let n = 0; n < 5; n++) {
      const sent = { url: receiver.url, kinds: ["raffle.locked"] };
      await addEndpoint(site, scope, sent, { address: "198.51.100.7", language: "en" });
    }
  }
  expect(receiver.challenges).toBe(25);
});

it("asks for the many networks of one no more than sixteen times what it asks for one", async () => {
  hooked.receiver.echo = () => "no";
  const place = await endpoint(hooked);
  const wide: { value: string; free: number }[] = [];
  const counter: typeof NO_ATTEMPT_COUNTER = {
    ...NO_ATTEMPT_COUNTER,
    count: async (counters) => {
      wide.push(...counters.map(({ value, policy }) => ({ value, free: policy.free })));
      return 0;
    },
  };
  const postChallenge = async () => ({ answer: "204", body: "" });
  const consents = createWebhookConsents({ db, secret: site.secret, counter, postChallenge, stopping: ALWAYS });
  await consents.ask(place, "2001:db8:7:1::1");
  // The last of each waits.
  expect(wide).toContainEqual({ value: "2001:db8:7:1::/64", free: 39 });
  expect(wide).toContainEqual({ value: "2001:db8:7::/48", free: 639 });
});

it("has twenty challenges under way at once, eight of a /24 and two of an address, and goes on as they end", async () => {
  hooked.receiver.echo = () => "no";
  const place = await endpoint(hooked);
  const answers: (() => void)[] = [];
  const postChallenge = () =>
    new Promise<{ answer: string; body: string }>((resolve) => {
      answers.push(() => resolve({ answer: "204", body: "" }));
    });
  // Without the limits of an hour, which a test of its own covers.
  const counter = NO_ATTEMPT_COUNTER;
  const consents = createWebhookConsents({ db, secret: site.secret, counter, postChallenge, stopping: ALWAYS });
  const { process, network, widest } = MAX_CHECKS_UNDER_WAY;
  const refused: string[] = [];
  const ask = async (from: string) => {
    const asked = await consents.ask(place, from);
    refused.push(asked.ok ? "" : asked.refusal.reason);
  };
  const tooMany = (times: number) => Array(times).fill("too-many-requests");
  const asks = Array.from({ length: network + 3 }, () => ask("198.51.100.7"));
  await expect.poll(() => refused).toEqual(tooMany(3));
  asks.push(...Array.from({ length: widest }, (_, one) => ask(`198.51.100.${10 + one}`)));
  await expect.poll(() => refused).toEqual(tooMany(3 + network));
  asks.push(...Array.from({ length: process }, (_, one) => ask(`198.51.${one}.1`)));
  await expect.poll(() => refused).toEqual(tooMany(3 + network + widest));
  await expect.poll(() => answers.length).toBe(process);
  for (const answer of answers.splice(0)) answer();
  await Promise.all(asks);
  expect(refused.slice(3 + network + widest)).toEqual(Array(process).fill("webhook-echo-wrong"));
  const again = ask("198.51.100.7");
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await again;
  expect(refused.at(-1)).toBe("webhook-echo-wrong");
});

it("takes what the previous version adds as verified", async () => {
  const id = "01890000-0000-7000-8000-000000000163";
  await pool.query(
    `insert into webhook_endpoints (raffle_id, id, url, kinds, with_people, language)
     values ($1, $2, $3, '{raffle.locked}', false, 'en')`,
    [hooked.raffle.id, id, hooked.receiver.url],
  );
  const place = { raffleId: hooked.raffle.id, endpointId: id };
  await notify(hooked);
  await deliver(place);
  expect([await states(hooked, place), hooked.receiver.challenges]).toEqual([["delivered 204"], 0]);
});

it("deletes at night what has waited for a consent for a day", async () => {
  hooked.receiver.echo = () => "no";
  const place = await endpoint(hooked);
  await notify(hooked);
  await notify(hooked);
  await pool.query(
    `update webhook_deliveries set give_up_at = now() - interval '1 minute' where id =
    (select id from webhook_deliveries where endpoint_id = $1 limit 1)`,
    [place.endpointId],
  );
  await webhookCleanup(db).run({}, ALWAYS);
  expect(await states(hooked, place)).toEqual(["waiting null"]);
});
