import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "#src/db/transaction.ts";
import { SUBJECTS_PER_MESSAGE } from "./limits.ts";
import type { WebhookKind } from "./schema.ts";

/**
 * Announces an event to the raffle's endpoints, in the transaction of the action: neither is stored without the other.
 *
 * @param subjectId the claim; null for the raffle itself
 */
export async function announce(
  tx: Transaction,
  event: { readonly raffleId: string; readonly kind: WebhookKind; readonly subjectId: string | null },
): Promise<void> {
  const { raffleId, kind, subjectId } = event;
  await announcing(
    sql`select ${raffleId}::uuid as raffle_id, ${kind}::text as kind, ${subjectId}::uuid as subject_id`,
  ).execute(tx);
}

/**
 * SQL that announces many events, some of a kind together. Where a raffle has no endpoint it costs a look into an
 * index.
 *
 * @param changes SQL of rows with raffle_id, kind and subject_id
 */
export function announcing(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (raffle_id, endpoint_id, kind, subject_ids)
    select endpoints.raffle_id, endpoints.id, kind, array_remove(array_agg(subject_id order by subject_id), null)
    from (
      select raffle_id, kind, subject_id,
        (row_number() over (partition by raffle_id, kind order by subject_id) - 1) / ${sql.lit(SUBJECTS_PER_MESSAGE)} as message
      from (${changes}) as change
      where raffle_id in (select raffle_id from webhook_endpoints where off_at is null)
    ) as event
    join webhook_endpoints as endpoints using (raffle_id)
    where off_at is null and kind = any (endpoints.kinds)
    group by endpoints.raffle_id, endpoints.id, kind, message
  `;
}
