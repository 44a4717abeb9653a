import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import type { ReceivedWebhook } from "../../tests/support/webhook-receiver.ts";
import { ALWAYS, openWebhooks } from "../../tests/support/webhooks.ts";
import { announce } from "./announce.ts";
import { deliverAgain } from "./ask-delivery.ts";
import { switchEndpointOn } from "./endpoints.ts";
import { takeTurns } from "./feed.ts";
import { webhookOffRenderer } from "./off-mail.ts";
import { createPost } from "./post.ts";

const NOTHING: Pick<ReceivedWebhook, "headers" | "body"> = { headers: {}, body: "" };
const { api, deliver, endpoint, find, hooked, later, logOf, states, notify } = await openWebhooks();
const { site } = api;
const { db, pool } = api.database;

describe("a message", () => {
  it("comes once, signed as the library reads it, and stands in the log", async () => {
    const place = await endpoint(hooked);
    await notify(hooked);
    await notify(hooked, "raffle.drawn");
    expect(await deliver(place)).toMatchObject({ ok: true });
    expect(hooked.receiver.received).toHaveLength(1);
    const [{ headers, body } = NOTHING] = hooked.receiver.received;
    const [entry] = await logOf(hooked, place);
    expect(new Webhook((await find(hooked, place))?.secret ?? "").verify(body, headers)).toEqual({
      type: "raffle.locked",
      timestamp: entry?.madeAt.toISOString(),
      data: { raffle: expect.objectContaining({ codeId: hooked.raffle.codeId, lockedAt: null }) },
    });
    expect(entry).toMatchObject({ id: headers["webhook-id"], state: "delivered", answer: "204", attempts: 1 });
    expect(entry?.nextAt).toBeNull();
  });

  it("is told with the action or not at all", async () => {
    const place = await endpoint(hooked);
    await inTransaction(db, async (tx) => {
      await announce(tx, { raffleId: hooked.raffle.id, kind: "raffle.locked", subjectId: null });
      throw new Error("rolled back");
    }).catch(() => undefined);
    expect(await logOf(hooked, place)).toEqual([]);
  });

  it("is tried again under its id, ever more rarely, and given up after a day", async () => {
    const place = await endpoint(hooked);
    await notify(hooked);
    hooked.receiver.answer = async () => ({ status: 500 });
    await deliver(place);
    await deliver(place);
    expect(await states(hooked, place)).toEqual(["waiting 500"]);
    await later(11);
    await deliver(place);
    expect(new Set(hooked.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(hooked.receiver.received).toHaveLength(2);
    await later(11);
    await deliver(place);
    expect(hooked.receiver.received).toHaveLength(2);
    await later(86_400);
    await deliver(place);
    expect([hooked.receiver.received.length, await states(hooked, place)]).toEqual([3, ["failed 500"]]);
  });

  it("says what is true when it is sent, and is left out where nothing is left", async () => {
    const place = await endpoint(hooked, "claim.made", "voucher.used");
    const claimId = hooked.raffle.rules[0]?.id ?? "";
    await notify(hooked, "claim.made", claimId);
    await notify(hooked, "voucher.used", claimId);
    await deliver(place, {
      "claim.made": async (_reader, { subjectIds, withPeople }) => ({ subjectIds, withPeople }),
      "voucher.used": async () => null,
    });
    expect(hooked.receiver.received.map(({ message }) => message.data)).toEqual([
      expect.objectContaining({ subjectIds: [claimId], withPeople: false }),
    ]);
    expect((await states(hooked, place)).toSorted()).toEqual(["delivered 204", "dropped null"]);
  });

  it("that cannot be composed waits, and is reported as a bug", async () => {
    const place = await endpoint(hooked);
    await notify(hooked);
    const broken = { "raffle.locked": () => Promise.reject(new Error("a bug")) };
    await expect(deliver(place, broken)).rejects.toThrow("a bug");
    expect(await states(hooked, place)).toEqual(["waiting not-composed"]);
  });
});

describe("a failing endpoint", () => {
  it("rests, and then gets all that waited", async () => {
    const place = await endpoint(hooked);
    for (let n = 0; n < 3; n++) await notify(hooked);
    hooked.receiver.answer = async () => ({ status: 503 });
    await deliver(place);
    expect(hooked.receiver.received).toHaveLength(1);
    expect(await inTransaction(db, takeTurns)).not.toContainEqual(place);
    hooked.receiver.answer = async () => ({ status: 200 });
    await later(60);
    expect(await inTransaction(db, takeTurns)).toContainEqual(place);
    await deliver(place);
    expect(await states(hooked, place)).toEqual(Array(3).fill("delivered 200"));
    expect((await find(hooked, place))?.failingSince).toBeNull();
  });

  it("does not keep a message back because another one is refused", async () => {
    const place = await endpoint(hooked);
    await notify(hooked);
    hooked.receiver.answer = async ({ headers }) => ({ status: headers["webhook-id"] === refused ? 400 : 200 });
    const refused = (await logOf(hooked, place))[0]?.id;
    await deliver(place);
    await notify(hooked);
    await later(6);
    await deliver(place);
    expect((await states(hooked, place)).toSorted()).toEqual(["delivered 200", "waiting 400"]);
  });

  it.each([
    ["for days", 500, 5 * 86_400 + 60],
    ["and gone", 410, 60],
  ])("%s is switched off, and its owner told", async (_when, status, seconds) => {
    const owner = hooked.raffle.codeId.toLowerCase();
    await pool.query(
      `insert into users (id, email, username, email_verified) values ($1, $1 || '@example.com', $1, true)`,
      [owner],
    );
    await pool.query("insert into raffle_members values ($2, $1, 'owner', now())", [owner, hooked.raffle.id]);
    const place = await endpoint(hooked);
    await notify(hooked);
    hooked.receiver.answer = async () => ({ status: 500 });
    await deliver(place);
    await later(seconds);
    await notify(hooked);
    hooked.receiver.answer = async () => ({ status });
    await deliver(place);
    const off = await find(hooked, place);
    expect(off?.offAt).toBeInstanceOf(Date);
    expect(await states(hooked, place)).toEqual(expect.arrayContaining([`failed ${status}`]));
    await notify(hooked);
    expect(await inTransaction(db, takeTurns)).not.toContainEqual(place);
    expect((await logOf(hooked, place)).filter(({ state }) => state === "waiting")).toEqual([]);
    const mails = (await db.selectFrom("mails").select(MAIL_COLUMNS).where("userId", "=", owner).execute()) as Mail[];
    expect(mails).toHaveLength(1);
    const render = webhookOffRenderer(site.config, { keys: mailKeys(site.secret) });
    const mail = await render(db, mails[0] as Mail);
    expect(mail?.to.address).toBe(`${owner}@example.com`);
    expect(mail?.text).toContain(`/webhooks/${hooked.raffle.codeId}/-?endpoint=${place.endpointId}`);
    expect(mail?.text).not.toContain("/hook");

    expect(
      await deliverAgain(db, hooked.scope, { ...place, deliveryId: (await logOf(hooked, place))[0]?.id ?? "" }),
    ).toMatchObject({
      refusal: { reason: "webhook-off" },
    });
    hooked.receiver.answer = async () => ({ status: 200 });
    expect(await switchEndpointOn(site, hooked.scope, place.endpointId)).toMatchObject({ ok: true });
    expect(await switchEndpointOn(site, hooked.scope, place.endpointId)).toMatchObject({ ok: true });
    // The second time changed nothing.
    const { rows } = await pool.query(
      "select count(*)::int from audit_log where scope_id = $1 and action = 'switch-webhook-on'",
      [hooked.raffle.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect(await render(db, mails[0] as Mail)).toBeNull();
    for (const { id } of await logOf(hooked, place)) await deliverAgain(db, hooked.scope, { ...place, deliveryId: id });
    await deliver(place);
    expect(new Set(await states(hooked, place))).toEqual(new Set(["delivered 200"]));
  });
});

test("processes that work at once send each message once, and a control that takes no turns does not", async () => {
  const place = await endpoint(hooked);
  for (let n = 0; n < 30; n++) await notify(hooked);
  await Promise.all([deliver(place), deliver(place), deliver(place)]);
  const ids = hooked.receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([30, 30]);

  const control = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_deliveries where endpoint_id = ${place.endpointId} and kind = 'control'`.execute(db);
    for (const { id } of rows) {
      await createPost({ targets: "any" })(hooked.receiver.url, { headers: { "webhook-id": id }, body: "{}" }, ALWAYS);
      await pool.query("delete from webhook_deliveries where id = $1", [id]);
    }
  };
  await pool.query(
    "insert into webhook_deliveries (raffle_id, endpoint_id, kind, subject_ids) select $1, $2, 'control', '{}' from generate_series(1, 5)",
    [place.raffleId, place.endpointId],
  );
  hooked.receiver.received.length = 0;
  await Promise.all([control(), control()]);
  expect(hooked.receiver.received.length).toBeGreaterThan(5);
});
