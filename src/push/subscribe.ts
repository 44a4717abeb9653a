import { sql } from "kysely";
import type { EntrantScope } from "#src/access/scope.ts";
import { keyedHash } from "#src/base/derive-key.ts";
import { newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { seal } from "#src/base/sealed.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { StrangersLimits } from "#src/rate-limits/strangers-limits.ts";
import { MAX_BROWSERS, SUBSCRIBE } from "./limits.ts";
import { sentSubscription } from "./schema.ts";

/** As what subscriptions are sealed, each for its own id. */
export const SEALED_KIND = "push-subscription-1";

export type SubscribeDeps = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly limits: StrangersLimits;
};

type Sender = { readonly address: string; readonly solution: unknown; readonly language: Language };

/**
 * Has a browser messaged about the draw of an entry's raffle. Asked again, it changes the language alone. An entry has
 * MAX_BROWSERS at most: another takes the place of the oldest.
 *
 * @param sent untrusted: what the browser's PushSubscription says of itself
 * @returns refusals: `invalid-fields` for what no known push service gave; `entry-not-found`; `challenge-required`
 */
export async function subscribe(
  { db, secret, limits }: SubscribeDeps,
  { raffleId, entryId }: EntrantScope,
  sent: unknown,
  { address, solution, language }: Sender,
): Promise<Outcome<void, Refusal<"invalid-fields" | "entry-not-found"> | ChallengeRefusal>> {
  const read = sentSubscription.safeParse(sent);
  if (!read.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(read.error) });
  const admitted = await limits.admit({ policy: SUBSCRIBE, address, subjects: [entryId] }, solution);
  if (!admitted.ok) return admitted;
  const id = newId();
  const sealed = seal(secret, { kind: SEALED_KIND, boundTo: id }, Buffer.from(JSON.stringify(read.data)));
  const endpointKey = endpointKeyOf(secret, read.data.endpoint);
  return inTransaction(db, async (tx) => {
    // Two browsers at once wait for each other here, so that the limit holds.
    const entry = await tx
      .selectFrom("entries")
      .select("id")
      .where("raffleId", "=", raffleId)
      .where("id", "=", entryId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!entry) return refuse({ reason: "entry-not-found" });
    await tx
      .insertInto("pushSubscriptions")
      .values({ raffleId, id, entryId, endpointKey, sealed, language })
      .onConflict((conflict) =>
        conflict.columns(["raffleId", "entryId", "endpointKey"]).doUpdateSet({ id, sealed, language }),
      )
      .execute();
    await sql`
      delete from push_subscriptions where raffle_id = ${raffleId} and entry_id = ${entryId} and id not in (
        select id from push_subscriptions where raffle_id = ${raffleId} and entry_id = ${entryId}
        order by id desc limit ${MAX_BROWSERS}
      )
    `.execute(tx);
    return accept(undefined);
  });
}

/**
 * Has a browser messaged no more. Does nothing where it was not.
 *
 * @param sent untrusted: the endpoint of its subscription
 */
export async function unsubscribe(
  { db, secret }: Pick<SubscribeDeps, "db" | "secret">,
  { raffleId, entryId }: EntrantScope,
  sent: unknown,
): Promise<void> {
  const read = sentSubscription.pick({ endpoint: true }).safeParse(sent);
  if (!read.success) return;
  await db
    .deleteFrom("pushSubscriptions")
    .where("raffleId", "=", raffleId)
    .where("entryId", "=", entryId)
    .where("endpointKey", "=", endpointKeyOf(secret, read.data.endpoint))
    .execute();
}

function endpointKeyOf(secret: Uint8Array, endpoint: string): Buffer {
  return Buffer.from(keyedHash(secret, "push-endpoint-1", endpoint, { encoding: "hex", length: 32 }), "hex");
}
