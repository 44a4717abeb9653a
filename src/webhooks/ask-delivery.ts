import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { MAX_TESTS } from "./limits.ts";
import { TEST_KIND } from "./schema.ts";

type NotOn = Refusal<"webhook-not-found" | "webhook-off" | "webhook-pending">;

/**
 * Sends a test message, once, whatever the endpoint is notified of.
 *
 * @returns refusals: `webhook-not-found`, `webhook-off`, `webhook-pending`, `webhook-tested-often`
 */
export async function testEndpoint(
  db: Database,
  scope: OrganiserScope,
  endpointId: string,
): Promise<Outcome<void, NotOn | Refusal<"webhook-tested-often">>> {
  return inTransaction(db, async (tx) => {
    const ready = await makeReady(tx, scope, endpointId);
    if (!ready.ok) return ready;
    const { raffleId } = scope;
    const { tests } = await tx
      .selectFrom("webhookDeliveries")
      .select(sql<number>`count(*)::int`.as("tests"))
      .where("raffleId", "=", raffleId)
      .where("endpointId", "=", endpointId)
      .where("kind", "=", TEST_KIND)
      .where("madeAt", ">", sql<Date>`statement_timestamp() - interval '1 hour'`)
      .executeTakeFirstOrThrow();
    if (tests >= MAX_TESTS) return refuse({ reason: "webhook-tested-often" });
    await tx
      .insertInto("webhookDeliveries")
      .values({ raffleId, endpointId, kind: TEST_KIND, subjectIds: [] })
      .execute();
    return accept(undefined);
  });
}

/**
 * Sends a message again under its id, for a day. Its content is what is true then.
 *
 * @returns refusals: `webhook-not-found` (also where the message is gone or waits already), `webhook-off`,
 *   `webhook-pending`
 */
export async function deliverAgain(
  db: Database,
  scope: OrganiserScope,
  { endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string },
): Promise<Outcome<void, NotOn>> {
  if (!isId(deliveryId)) return refuse({ reason: "webhook-not-found" });
  return inTransaction(db, async (tx) => {
    const ready = await makeReady(tx, scope, endpointId);
    if (!ready.ok) return ready;
    const again = await tx
      .updateTable("webhookDeliveries")
      .set({
        state: "waiting",
        attempts: 0,
        nextAt: sql<Date>`statement_timestamp()`,
        giveUpAt: sql<Date>`statement_timestamp() + interval '1 day'`,
      })
      .where("raffleId", "=", scope.raffleId)
      .where("endpointId", "=", endpointId)
      .where("id", "=", deliveryId)
      .where("state", "<>", "waiting")
      .executeTakeFirst();
    return again.numUpdatedRows > 0n ? accept(undefined) : refuse({ reason: "webhook-not-found" });
  });
}

/** Ends the rest that a failing endpoint has, as somebody waits for the answer. Holds its row. */
async function makeReady(
  tx: Transaction,
  { raffleId }: OrganiserScope,
  endpointId: string,
): Promise<Outcome<void, NotOn>> {
  if (!isId(endpointId)) return refuse({ reason: "webhook-not-found" });
  const endpoint = await tx
    .updateTable("webhookEndpoints")
    .set({ pausedUntil: null })
    .where("raffleId", "=", raffleId)
    .where("id", "=", endpointId)
    .returning(["offAt", "verifiedAt"])
    .executeTakeFirst();
  if (!endpoint) return refuse({ reason: "webhook-not-found" });
  if (endpoint.offAt) return refuse({ reason: "webhook-off" });
  return endpoint.verifiedAt ? accept(undefined) : refuse({ reason: "webhook-pending" });
}
