import type { Transaction } from "#src/db/transaction.ts";
import type { EndpointPlace } from "./schema.ts";

/** The statement that gives up what waits for an endpoint. Callers may narrow it, and execute it. */
export function failWaiting(tx: Transaction, { raffleId, endpointId }: EndpointPlace) {
  return tx
    .updateTable("webhookDeliveries")
    .set({ state: "failed" })
    .where("raffleId", "=", raffleId)
    .where("endpointId", "=", endpointId)
    .where("state", "=", "waiting");
}
