import { type RawBuilder, type SqlBool, sql } from "kysely";
import { accept } from "#src/base/outcome.ts";
import { type PollLoop, startPollLoop } from "#src/base/poll-loop.ts";
import type { Database } from "#src/db/connect.ts";
import { type Lock, selectDue } from "#src/db/select-due.ts";
import { forEachShard, isSharded, type RowPlace, skippingLocked } from "#src/db/sharding/sharded.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Job, Jobs } from "#src/jobs/jobs.ts";
import type { EndpointPlace, WebhookKind } from "./schema.ts";

/** A poll looks at each endpoint that is on: one indexed look each. */
const LOOK_EVERY_MS = 1000;
const TURNS_PER_BATCH = 100;
/** A lost job is done by another process within a minute (src/jobs). This is for jobs that are lost for good. */
const TURN_MINUTES = 15;

const RETENTION_DAYS = 30;
const DELETED_AT_ONCE = 10_000;

export type WebhookFeedOptions = {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly delivery: Job<EndpointPlace>;
  readonly onError: (error: unknown) => void;
};

/**
 * Announces raffles that have closed, and makes a job of each endpoint with something due. Processes share the work.
 */
export function startWebhookFeed({ db, jobs, delivery, onError }: WebhookFeedOptions): PollLoop {
  return startPollLoop(async () => {
    await inTransaction(db, async (tx) => {
      await announceClosed(tx);
      await jobs.send(tx, delivery, await takeTurns(tx));
    });
    return LOOK_EVERY_MS;
  }, onError);
}

/** Nobody does anything when a raffle closes. So each endpoint holds of which due date it was notified. */
export async function announceClosed(tx: Transaction): Promise<void> {
  const kind = "raffle.closed" satisfies WebhookKind;
  const isDue = sql<SqlBool>`raffles.id = endpoints.raffle_id and off_at is null and ${kind} = any (kinds)
    and due_date <= statement_timestamp() and due_date > endpoints.created_at
    and told_due_date is distinct from due_date`;
  const due = await sql`
    select 1 from webhook_endpoints as endpoints join raffles on ${isDue} limit 1
  `.execute(tx);
  if (due.rows.length === 0) return;
  const { rows } = await sql<EndpointPlace>`
    update webhook_endpoints as endpoints set told_due_date = due_date from raffles where ${isDue}
    returning endpoints.raffle_id as "raffleId", endpoints.id as "endpointId"
  `.execute(tx);
  if (rows.length === 0) return;
  await tx
    .insertInto("webhookDeliveries")
    .values(rows.map((place) => ({ ...place, kind, subjectIds: [] })))
    .execute();
}

/** Takes endpoints that have something due and no job. */
export async function takeTurns(tx: Transaction): Promise<EndpointPlace[]> {
  const due = await selectDue(tx, (lock) => dueEndpoints(tx, lock), skippingLocked(tx));
  if (due.length === 0) return [];
  const { rows } = await sql<EndpointPlace>`
    update webhook_endpoints set turn_until = statement_timestamp() + make_interval(mins => ${TURN_MINUTES})
    where id = any (${due.map(({ id }) => id)}::uuid[]) and ${IS_FREE}
    returning raffle_id as "raffleId", id as "endpointId"
  `.execute(tx);
  return rows;
}

const IS_FREE = sql<SqlBool>`off_at is null and verified_at is not null
  and (paused_until is null or paused_until <= statement_timestamp())
  and (turn_until is null or turn_until <= statement_timestamp())`;

/** One look into an index for each endpoint. Citus has to begin with the deliveries, and locks nothing here. */
function dueEndpoints(tx: Transaction, lock: Lock): RawBuilder<{ id: string }> {
  const isDue = sql`endpoint_id = endpoints.id and state = 'waiting' and next_at <= statement_timestamp()`;
  if (isSharded(tx)) {
    return sql`
      select distinct endpoints.id from webhook_deliveries as deliveries
      join webhook_endpoints as endpoints on endpoints.raffle_id = deliveries.raffle_id
      where ${isDue} and ${IS_FREE} limit ${TURNS_PER_BATCH}
    `;
  }
  return sql`
    select id from webhook_endpoints as endpoints
    where ${IS_FREE} and exists (
      select 1 from webhook_deliveries as deliveries where deliveries.raffle_id = endpoints.raffle_id and ${isDue}
    )
    limit ${TURNS_PER_BATCH} ${lock}
  `;
}

/**
 * A nightly job that deletes what has waited for nothing for RETENTION_DAYS days, and what an endpoint left that is
 * gone. What waits for a consent goes when any message would be given up.
 */
export function webhookCleanup(db: Database): Job {
  return {
    name: "tidy-webhooks",
    cron: "50 3 * * *",
    retries: { times: 3, firstSeconds: 60, longestSeconds: 3600 },
    expireSeconds: 1800,
    async run() {
      for (const isOld of [IS_OLD, IS_UNWANTED]) {
        let mayBeMore = true;
        while (mayBeMore) mayBeMore = await deleteSome(db, isOld);
      }
      return accept(undefined);
    },
  };
}

const IS_OLD = sql<SqlBool>`
  made_at < now() - make_interval(days => ${RETENTION_DAYS}) and (state <> 'waiting' or endpoints.id is null)`;
const IS_UNWANTED = sql<SqlBool>`
  state = 'waiting' and give_up_at < now() and endpoints.id is not null and verified_at is null`;

/** Returns whether there may be more. */
async function deleteSome(db: Database, isOld: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows: old } = await sql<RowPlace>`
    select old.raffle_id as "raffleId", old.id from webhook_deliveries as old
    left join webhook_endpoints as endpoints on endpoints.raffle_id = old.raffle_id and endpoints.id = endpoint_id
    where ${isOld} limit ${DELETED_AT_ONCE}
  `.execute(db);
  await inTransaction(db, (tx) =>
    forEachShard(tx, old, (isOneOf) => sql`delete from webhook_deliveries where ${isOneOf()}`),
  );
  return old.length === DELETED_AT_ONCE;
}
