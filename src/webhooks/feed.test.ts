import { expect, test } from "vitest";
import { inTransaction } from "#src/db/transaction.ts";
import { asOrganiser } from "../../tests/support/api.ts";
import { ALWAYS, openWebhooks } from "../../tests/support/webhooks.ts";
import { announceClosed, takeTurns, webhookCleanup } from "./feed.ts";

const { api, deliver, endpoint, hooked, logOf, states, notify } = await openWebhooks();
const { db, pool } = api.database;

test("a raffle that closes is told once for each due date", async () => {
  const place = await endpoint(hooked, "raffle.closed");
  const close = () => inTransaction(db, announceClosed);
  await close();
  expect(await logOf(hooked, place)).toEqual([]);
  for (const due of ["clock_timestamp()", "clock_timestamp() + interval '1 day'", "clock_timestamp()"]) {
    await pool.query(`update raffles set due_date = ${due} where id = $1`, [hooked.raffle.id]);
    await Promise.all([close(), close()]);
    await close();
  }
  expect((await logOf(hooked, place)).map(({ kind }) => kind)).toEqual(["raffle.closed", "raffle.closed"]);
});

test("one job is made of an endpoint, whoever looks", async () => {
  const place = await endpoint(hooked);
  await notify(hooked);
  const taken = await Promise.all([inTransaction(db, takeTurns), inTransaction(db, takeTurns)]);
  expect(taken.flat().filter(({ endpointId }) => endpointId === place.endpointId)).toHaveLength(1);
  await deliver(place);
  await notify(hooked);
  expect(await inTransaction(db, takeTurns)).toContainEqual(place);
});

test("old messages go, those that wait stay, and a deleted raffle takes all with it", async () => {
  const place = await endpoint(hooked);
  await notify(hooked);
  await deliver(place);
  await notify(hooked);
  await pool.query("update webhook_deliveries set made_at = now() - interval '31 days'");
  await webhookCleanup(db).run({}, ALWAYS);
  expect(await states(hooked, place)).toEqual(["waiting null"]);
  const { id, codeId, accessCode } = hooked.raffle;
  const gone = await api.send("DELETE", `/raffles/${id}`, undefined, asOrganiser(codeId, accessCode));
  expect(gone.status).toBe(204);
  const left = await pool.query("select from webhook_deliveries where raffle_id = $1", [id]);
  expect(left.rows).toEqual([]);
});
