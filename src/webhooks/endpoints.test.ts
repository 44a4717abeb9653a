import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import type { ReceivedWebhook } from "../../tests/support/webhook-receiver.ts";
import { openWebhooks, SENDER } from "../../tests/support/webhooks.ts";
import { deliverAgain, testEndpoint } from "./ask-delivery.ts";
import { addEndpoint, editEndpoint, removeEndpoint, renewSecret } from "./endpoints.ts";
import { findEndpoint, listEndpoints } from "./read.ts";

const NOTHING: Pick<ReceivedWebhook, "headers" | "body"> = { headers: {}, body: "" };
const { api, deliver, endpoint, find, hooked, later, logOf, states, notify } = await openWebhooks();
const { site } = api;
const { db, pool } = api.database;

describe("an organiser", () => {
  it("may have five endpoints, each told of something, and changes them", async () => {
    const places = await Promise.all(Array.from({ length: 5 }, () => endpoint(hooked)));
    const sixth = { url: hooked.receiver.url, kinds: ["raffle.drawn"] };
    expect(await addEndpoint(site, hooked.scope, sixth, SENDER)).toMatchObject({
      refusal: { reason: "invalid-fields" },
    });
    const [place] = places;
    if (!place) throw new Error("An endpoint was expected.");
    for (const kinds of [[], ["nonsense"], "raffle.drawn"]) {
      const changed = await editEndpoint(
        site,
        hooked.scope,
        place.endpointId,
        { url: hooked.receiver.url, kinds },
        SENDER,
      );
      expect(changed).toMatchObject({ refusal: { reason: "invalid-fields" } });
    }
    const moved = {
      url: `${hooked.receiver.url}/secret-part`,
      kinds: ["raffle.drawn", "entry.created"],
      withPeople: true,
    };
    expect(await editEndpoint(site, hooked.scope, place.endpointId, moved, SENDER)).toMatchObject({ ok: true });
    expect(await find(hooked, place)).toMatchObject({
      ...moved,
      kinds: ["entry.created", "raffle.drawn"],
    });
    expect(await removeEndpoint(site, hooked.scope, place.endpointId)).toMatchObject({ ok: true });
    expect(await removeEndpoint(site, hooked.scope, place.endpointId)).toMatchObject({ ok: false });
    expect(await listEndpoints(db, hooked.scope)).toHaveLength(4);
    const log = await pool.query("select action, subject, after from audit_log where scope_id = $1", [
      hooked.raffle.id,
    ]);
    expect(log.rows.filter(({ action }) => /webhook/.test(action)).length).toBe(7);
    expect(JSON.stringify(log.rows)).not.toContain("secret-part");
    expect(JSON.stringify(log.rows)).not.toContain("whsec_");
  });

  it("of another raffle finds nothing", async () => {
    const place = await endpoint(hooked);
    const other = await organiserScope(site, await api.createRaffle());
    expect(await findEndpoint(db, site.secret, other, place.endpointId)).toBeNull();
    for (const outcome of [
      await removeEndpoint(site, other, place.endpointId),
      await renewSecret(site, other, place.endpointId),
      await testEndpoint(db, other, place.endpointId),
    ]) {
      expect(outcome).toMatchObject({ refusal: { reason: "webhook-not-found" } });
    }
  });

  it("renews the secret, and both are good for a day", async () => {
    const place = await endpoint(hooked);
    const older = (await find(hooked, place))?.secret ?? "";
    await renewSecret(site, hooked.scope, place.endpointId);
    const newer = (await find(hooked, place))?.secret ?? "";
    expect(newer).not.toBe(older);
    const readers = async () => {
      await notify(hooked);
      await deliver(place);
      const { headers, body } = hooked.receiver.received.at(-1) ?? NOTHING;
      return [older, newer].map((secret) => {
        try {
          return new Webhook(secret).verify(body, headers) !== undefined;
        } catch {
          return false;
        }
      });
    };
    expect(await readers()).toEqual([true, true]);
    await later(86_401);
    expect(await readers()).toEqual([false, true]);
  });

  it("tests an endpoint some times an hour, and is told at once where it fails", async () => {
    const place = await endpoint(hooked);
    hooked.receiver.answer = async () => ({ status: 404 });
    expect(await testEndpoint(db, hooked.scope, place.endpointId)).toMatchObject({ ok: true });
    await deliver(place);
    expect(await states(hooked, place)).toEqual(["failed 404"]);
    expect(hooked.receiver.received[0]?.message.type).toBe("webhook.test");
    for (let n = 1; n < 20; n++)
      expect(await testEndpoint(db, hooked.scope, place.endpointId)).toMatchObject({ ok: true });
    expect(await testEndpoint(db, hooked.scope, place.endpointId)).toMatchObject({
      refusal: { reason: "webhook-tested-often" },
    });
  });

  it("sends again what came, and not what waits", async () => {
    const place = await endpoint(hooked);
    await notify(hooked);
    const deliveryId = (await logOf(hooked, place))[0]?.id ?? "";
    expect(await deliverAgain(db, hooked.scope, { ...place, deliveryId })).toMatchObject({ ok: false });
    await deliver(place);
    expect(await deliverAgain(db, hooked.scope, { ...place, deliveryId })).toMatchObject({ ok: true });
    await deliver(place);
    expect(hooked.receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([deliveryId, deliveryId]);
  });
});
